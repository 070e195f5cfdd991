package dev.playloop.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
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
/// unpacked. Reads one record at a time with a consumer of its own, whose `max.poll.records` is 1.
/// Used by one thread.
final class Fetch {
  /// As many as one poll of a worker takes, so that it gets past whatever that poll held.
  private static final int MOST = 2_000;

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Supplier<Consumer<byte[], byte[]>> oneByOne;

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

  Found from(TopicPartition partition, long offset) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    long next = offset;
    try (Consumer<byte[], byte[]> consumer = oneByOne.get()) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, offset);
      long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, offset);
      long deadline = System.nanoTime() + LIMIT.toNanos();
      while (next < end && records.size() < MOST && System.nanoTime() < deadline) {
        ConsumerRecords<byte[], byte[]> polled;
        try {
          polled = consumer.poll(POLL);
        } catch (RuntimeException | Error e) {
          if (isOfARecord(e)) {
            return new Found(records, next, e);
          }
          throw e;
        }
        polled.forEach(records::add);
        next = consumer.position(partition);
      }
      return new Found(records, next, null);
    }
  }
}
