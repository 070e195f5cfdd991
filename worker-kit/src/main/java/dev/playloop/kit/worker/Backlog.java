package dev.playloop.kit.worker;

import dev.playloop.kit.Hole;
import dev.playloop.kit.Letters;
import dev.playloop.kit.TerminalException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// Records of a partition that were fetched and not taken in yet: at most one poll of them. Used by
/// the poll thread, [#unfetched] and [#since] aside.
final class Backlog {
  private final ArrayDeque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();
  private final Map<Long, Throwable> holes = new ConcurrentHashMap<>();
  private volatile long since = WaitingSince.NONE;

  void add(List<ConsumerRecord<byte[], byte[]>> fetched) {
    for (ConsumerRecord<byte[], byte[]> record : fetched) {
      if (record instanceof Hole hole) {
        Throwable cause = hole.cause(); // it becomes a dead letter of its position
        holes.put(
            hole.offset(),
            new TerminalException("can't be fetched: " + Letters.text(cause), cause));
      }
      records.add(record);
    }
    look();
  }

  /// Why nothing could be fetched at this offset; null where it could. Any thread may ask.
  @Nullable Throwable unfetched(long offset) {
    return holes.get(offset);
  }

  boolean isEmpty() {
    return records.isEmpty();
  }

  /// The oldest; there must be one.
  ConsumerRecord<byte[], byte[]> first() {
    return records.element();
  }

  void removeFirst() {
    records.remove();
    look();
  }

  void clear() {
    records.clear();
    look();
  }

  /// When the oldest was sent; [WaitingSince#NONE] where there is none. Any thread may ask.
  long since() {
    return since;
  }

  private void look() {
    ConsumerRecord<byte[], byte[]> oldest = records.peek();
    since = oldest == null ? WaitingSince.NONE : Received.sentAt(oldest);
  }
}
