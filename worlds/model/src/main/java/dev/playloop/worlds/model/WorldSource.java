package dev.playloop.worlds.model;

import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SourceId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A source of triggers and world events that is read from a cursor, such as a transactional
/// outbox. Owned by one ingest process at a time, which writes a batch and its cursor in one
/// transaction.
public interface WorldSource extends AutoCloseable {
  SourceId id();

  /// The next events after `cursor` (null: from the beginning), at most `max`. Returns an empty
  /// batch with the same cursor where there are none. Never blocks for longer than a few seconds.
  /// Throws [WorldUnavailable].
  Batch poll(@Nullable String cursor, int max) throws InterruptedException;

  @Override
  void close();

  /// Events in their order, the cursor behind them, and what lay between them and is no event.
  record Batch(
      List<Trigger> triggers,
      List<WorldEvent> events,
      List<Unreadable> unreadable,
      @Nullable String cursor) {
    public Batch {
      triggers = List.copyOf(triggers);
      events = List.copyOf(events);
      unreadable = List.copyOf(unreadable);
    }

    public Batch(List<Trigger> triggers, List<WorldEvent> events, @Nullable String cursor) {
      this(triggers, events, List.of(), cursor);
    }

    public boolean isEmpty() {
      return triggers.isEmpty() && events.isEmpty() && unreadable.isEmpty();
    }
  }

  /// A row of which no event can be made, whoever wrote it: it becomes a dead letter, and those
  /// behind it are relayed.
  record Unreadable(String row, String content, String reason) {}
}
