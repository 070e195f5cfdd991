package dev.playloop.projector.steady;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/// How many bytes of large records were read and are not handled yet. Streams bounds what waits in
/// a task by the number of records alone, a thousand a partition: one that waits for another
/// partition of its task would fill the memory with what a stranger sends. So a partition of which
/// [#MOST_BYTES] wait is not read on before they are handled.
///
/// Small records are not counted, since a thousand of them are no matter. What a task has dropped
/// unhandled, to read it again from its commit, is not waited for: where nothing of a partition is
/// handled for [#STILL], all that waited of it is forgotten. Safe for all threads.
final class Backpressure {
  /// As large as what is legal on most topics.
  static final int LARGE_BYTES = 64 * 1024;

  static final long MOST_BYTES = 4 * 1024 * 1024;

  static final Duration STILL = Duration.ofSeconds(5);

  private final LongSupplier nanos;
  private final Map<TopicPartition, Waiting> waiting = new HashMap<>();

  /// Read on each record, written under the lock.
  private volatile boolean none = true;

  Backpressure(LongSupplier nanos) {
    this.nanos = nanos;
  }

  private record Large(long offset, long bytes) {}

  private static final class Waiting {
    private final Deque<Large> records = new ArrayDeque<>();
    private long bytes;

    /// When one was handled last, or the first came.
    private long moved;

    Waiting(long now) {
      moved = now;
    }

    void add(Large record) {
      records.add(record);
      bytes += record.bytes();
    }

    void handledUpTo(long offset, long now) {
      moved = now;
      while (!records.isEmpty() && records.getFirst().offset() <= offset) {
        bytes -= records.removeFirst().bytes();
      }
    }
  }

  /// The record goes to its task.
  void handedOut(ConsumerRecord<byte[], byte[]> record) {
    long bytes = bytes(record);
    if (bytes < LARGE_BYTES) {
      return;
    }
    synchronized (this) {
      waiting
          .computeIfAbsent(
              new TopicPartition(record.topic(), record.partition()),
              ignored -> new Waiting(nanos.getAsLong()))
          .add(new Large(record.offset(), bytes));
      none = false;
    }
  }

  private static long bytes(ConsumerRecord<byte[], byte[]> record) {
    long bytes = length(record.key()) + length(record.value());
    for (Header header : record.headers()) {
      bytes += length(header.value());
    }
    return bytes;
  }

  private static long length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  /// The record at `offset`, and all before it, were handled or skipped.
  void handled(String topic, int partition, long offset) {
    if (none) {
      return;
    }
    TopicPartition at = new TopicPartition(topic, partition);
    synchronized (this) {
      Waiting records = waiting.get(at);
      if (records != null) {
        records.handledUpTo(offset, nanos.getAsLong());
        if (records.records.isEmpty()) {
          waiting.remove(at);
          none = waiting.isEmpty();
        }
      }
    }
  }

  /// Those of which enough waits.
  Set<TopicPartition> full() {
    if (none) {
      return Set.of();
    }
    Set<TopicPartition> full = new HashSet<>();
    long now = nanos.getAsLong();
    synchronized (this) {
      waiting.values().removeIf(records -> now - records.moved > STILL.toNanos());
      none = waiting.isEmpty();
      waiting.forEach((partition, records) -> {
        if (records.bytes >= MOST_BYTES) {
          full.add(partition);
        }
      });
    }
    return full;
  }

  /// What waited of these will not be handled by whoever read it.
  synchronized void forget(Collection<TopicPartition> partitions) {
    waiting.keySet().removeAll(partitions);
    none = waiting.isEmpty();
  }
}
