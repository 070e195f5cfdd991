package dev.playloop.kit.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/// Finds the record at which a poll throws: one that is corrupt, or larger than memory once it is
/// unpacked. Reads one record at a time, and fetches one batch at a time, with a consumer of its
/// own. That one is thrown away after a fault, since its decompression has stopped in the midst of
/// a record. Used by one thread.
final class Fetch implements AutoCloseable {
  /// Of what it hands out at once.
  private static final int MOST = 2_000;

  private static final int MOST_BYTES = 4 * 1024 * 1024;
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final Supplier<Consumer<byte[], byte[]>> oneByOne;
  private @Nullable Consumer<byte[], byte[]> open;

  Fetch(Supplier<Consumer<byte[], byte[]>> oneByOne) {
    this.oneByOne = oneByOne;
  }

  /// What lies from an offset on: whole records, then `fault` at the offset `next`; without a fault
  /// `next` is where they end.
  record Found(
      List<ConsumerRecord<byte[], byte[]>> records, long next, @Nullable Throwable fault) {}

  /// Whether a record may be to blame for what a poll threw, rather than the cluster or a right.
  static boolean isOfARecord(Throwable thrown) {
    return switch (thrown) {
      case WakeupException _, InterruptException _ -> false;
      case CorruptRecordException _, RecordDeserializationException _, SerializationException _ ->
          true;
      // An unreadable batch is thrown as the bare class.
      case KafkaException e -> e.getClass().equals(KafkaException.class);
      case RuntimeException _ -> true;
      case Error _ -> true;
      default -> false;
    };
  }

  /// Where the partition ends now.
  long end(TopicPartition partition) {
    Consumer<byte[], byte[]> consumer = consumer();
    consumer.assign(List.of(partition));
    return consumer.endOffsets(List.of(partition), LIMIT).getOrDefault(partition, 0L);
  }

  /// From `offset` to `end`, or to the first fault; at most `most` records and a few megabytes.
  Found from(TopicPartition partition, long offset, long end, int most) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    long next = offset;
    long bytes = 0;
    Consumer<byte[], byte[]> consumer = consumer();
    consumer.assign(List.of(partition));
    consumer.seek(partition, offset);
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (next < end
        && records.size() < Math.min(most, MOST)
        && bytes < MOST_BYTES
        && System.nanoTime() < deadline) {
      try {
        ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
        for (ConsumerRecord<byte[], byte[]> record : polled.records(partition)) {
          records.add(record);
          bytes += record.serializedKeySize() + record.serializedValueSize();
        }
        next = consumer.position(partition);
      } catch (RuntimeException | Error e) {
        close();
        if (isOfARecord(e)) {
          return new Found(records, next, e);
        }
        throw e;
      }
    }
    return new Found(records, next, null);
  }

  private Consumer<byte[], byte[]> consumer() {
    Consumer<byte[], byte[]> consumer = open == null ? oneByOne.get() : open;
    open = consumer;
    return consumer;
  }

  @Override
  public void close() {
    Consumer<byte[], byte[]> consumer = open;
    open = null;
    if (consumer != null) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }
}
