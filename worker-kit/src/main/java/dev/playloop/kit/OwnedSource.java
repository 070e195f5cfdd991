package dev.playloop.kit;

import dev.playloop.schemas.id.SourceId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something that is read from a cursor and that one process at a time may read: an outbox relay, a
/// schedule, a poller. Polled on a virtual thread of its own; interrupted when it is lost.
public interface OwnedSource {
  SourceId id();

  /// What comes after `cursor` (null: from the beginning). Outputs and cursor are written in one
  /// transaction before the next poll. Throws [RetriableException] for an outage; any other
  /// exception is a bug, logged and tried again likewise.
  Polled poll(@Nullable String cursor) throws InterruptedException;

  /// Outputs in their order, what became none, the cursor behind them (null: unchanged), and the
  /// pause before the next poll.
  record Polled(
      List<Emit<?, ?>> outputs,
      List<Unreadable> unreadable,
      @Nullable String cursor,
      Duration nextPollAfter) {
    public Polled {
      outputs = List.copyOf(outputs);
      unreadable = List.copyOf(unreadable);
    }

    public Polled(List<Emit<?, ?>> outputs, @Nullable String cursor, Duration nextPollAfter) {
      this(outputs, List.of(), cursor, nextPollAfter);
    }
  }

  /// Something that was read and is no event: it becomes a dead letter. `place` says where it lies.
  record Unreadable(String place, String content, String reason) {}
}
