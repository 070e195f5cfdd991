package dev.playloop.broker;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.apache.kafka.common.utils.ByteUtils;

/// Batches as somebody makes them who means harm: written as a stream, so that no heap holds what
/// they hold.
public final class Squeezed {
  private static final byte[] BLANKS = new byte[64 * 1024];

  private Squeezed() {}

  public static Compression of(CompressionType type) {
    return switch (type) {
      case NONE -> Compression.NONE;
      case GZIP -> Compression.gzip().build();
      case SNAPPY -> Compression.snappy().build();
      case LZ4 -> Compression.lz4().build();
      case ZSTD -> Compression.zstd().build();
    };
  }

  /// `count` records whose values have `size` bytes each.
  public static MemoryRecords records(CompressionType type, int count, int size)
      throws IOException {
    return batch(
        type,
        count,
        out -> {
          for (int i = 0; i < count; i++) {
            int body =
                1 + 1 + ByteUtils.sizeOfVarint(i) + 1 + ByteUtils.sizeOfVarint(size) + size + 1;
            ByteUtils.writeVarint(body, out);
            out.write(0); // attributes
            ByteUtils.writeVarlong(0, out); // timestamp
            ByteUtils.writeVarint(i, out);
            ByteUtils.writeVarint(-1, out); // no key
            ByteUtils.writeVarint(size, out);
            for (int left = size; left > 0; left -= BLANKS.length) {
              out.write(BLANKS, 0, Math.min(left, BLANKS.length));
            }
            ByteUtils.writeVarint(0, out); // headers
          }
        });
  }

  /// One record that says it has `size` bytes, and has none.
  public static MemoryRecords lie(CompressionType type, int size) throws IOException {
    return batch(type, 1, out -> ByteUtils.writeVarint(size, out));
  }

  interface Body {
    void write(DataOutputStream out) throws IOException;
  }

  private static MemoryRecords batch(CompressionType type, int count, Body body)
      throws IOException {
    ByteBufferOutputStream bytes = new ByteBufferOutputStream(1024);
    bytes.position(DefaultRecordBatch.RECORD_BATCH_OVERHEAD);
    try (DataOutputStream out =
        new DataOutputStream(of(type).wrapForOutput(bytes, RecordBatch.CURRENT_MAGIC_VALUE))) {
      body.write(out);
    }
    ByteBuffer buffer = bytes.buffer();
    int size = buffer.position();
    buffer.position(0);
    DefaultRecordBatch.writeHeader(
        buffer,
        0,
        count - 1,
        size,
        RecordBatch.CURRENT_MAGIC_VALUE,
        type,
        TimestampType.CREATE_TIME,
        1,
        1,
        RecordBatch.NO_PRODUCER_ID,
        RecordBatch.NO_PRODUCER_EPOCH,
        RecordBatch.NO_SEQUENCE,
        false,
        false,
        false,
        RecordBatch.NO_PARTITION_LEADER_EPOCH,
        count);
    buffer.position(0);
    buffer.limit(size);
    return MemoryRecords.readableRecords(buffer);
  }

  public static ProduceRequestData request(String topic, MemoryRecords records) {
    ProduceRequestData.TopicProduceDataCollection topics =
        new ProduceRequestData.TopicProduceDataCollection();
    topics.add(
        new ProduceRequestData.TopicProduceData()
            .setName(topic)
            .setPartitionData(
                List.of(new ProduceRequestData.PartitionProduceData().setRecords(records))));
    return new ProduceRequestData().setAcks((short) -1).setTimeoutMs(5_000).setTopicData(topics);
  }
}
