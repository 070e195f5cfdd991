package dev.playloop.broker;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.utils.BufferSupplier;
import org.apache.kafka.common.utils.ByteUtils;

/// Walks through the records of a request as they are uncompressed, and refuses it where they are
/// too large together, or where one says that it is: the broker makes room for what a record says.
/// Holds nothing of them. Stateless.
final class UncompressedBound {
  private final int maxBytes;

  UncompressedBound(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /// Why the request must not pass; empty where it may. Throws what Kafka's own classes throw at
  /// bytes that are no records.
  Optional<String> broken(ProduceRequestData request) throws IOException {
    long left = maxBytes;
    for (ProduceRequestData.TopicProduceData topic : request.topicData()) {
      for (ProduceRequestData.PartitionProduceData partition : topic.partitionData()) {
        if (!(partition.records() instanceof MemoryRecords records)) {
          continue;
        }
        for (MutableRecordBatch batch : records.batches()) {
          left = after(batch, left);
          if (left < 0) {
            return Optional.of("its records have more than " + maxBytes + " bytes uncompressed");
          }
        }
      }
    }
    return Optional.empty();
  }

  /// What is left behind the batch; negative where it is too large.
  private static long after(MutableRecordBatch batch, long left) throws IOException {
    if (!(batch instanceof DefaultRecordBatch known)) {
      throw new IOException("a record format from before Kafka 0.11");
    }
    return switch (known.compressionType()) {
      case NONE -> left - known.sizeInBytes();
      case GZIP, LZ4, ZSTD -> afterRecords(known, left);
      // It makes room for whatever a chunk says that it holds.
      case SNAPPY -> throw new IOException("snappy is not taken here; use lz4, zstd or gzip");
    };
  }

  private static long afterRecords(DefaultRecordBatch batch, long left) throws IOException {
    Integer count = batch.countOrNull();
    long rest = left;
    try (InputStream in = batch.recordInputStream(BufferSupplier.NO_CACHING)) {
      for (int record = 0; record < count && rest >= 0; record++) {
        int size = ByteUtils.readVarint(in);
        rest -= ByteUtils.sizeOfVarint(size) + (size < 0 ? Integer.MAX_VALUE : (long) size);
        if (rest >= 0) {
          in.skipNBytes(size);
        }
      }
    }
    return rest;
  }
}
