package dev.playloop.loop.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The earliest of an agent's times. It is asked for behind every input. Used by one thread.
final class Earliest {
  private @Nullable Instant at;

  void or(@Nullable Instant other) {
    if (other != null && (at == null || other.isBefore(at))) {
      at = other;
    }
  }

  void or(Phase phase) {
    switch (phase) {
      case Phase.Reserving reserving -> or(reserving.due());
      case Phase.Deferred deferred -> or(deferred.until());
      case Phase.Viewing viewing -> or(viewing.until());
      case Phase.Acting acting -> acting.open().forEach(open -> or(open.due()));
      case Phase.Thinking _, Phase.Parked _, Phase.HeldBack _ -> {}
    }
  }

  /// Null where there is none.
  @Nullable Instant at() {
    return at;
  }
}
