package dev.playloop.loop.state;

import dev.playloop.schemas.id.ActionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The writes of closed runs while a fold works on them. Belongs to its [Draft].
public final class Flights {
  private static final int MAX_LATE = 16;

  private final Instant at;
  private @Nullable Flight orphan;
  private final List<Flight> late;

  Flights(@Nullable Flight orphan, List<Flight> late, Instant at) {
    this.at = at;
    this.orphan = orphan;
    this.late = new ArrayList<>(late);
  }

  /// A write that outlives its run; null where none does.
  public @Nullable Flight orphan() {
    return orphan;
  }

  /// A write outlives its run; null once it is answered or given up.
  public void orphan(@Nullable Flight write) {
    orphan = write;
  }

  /// Those whose answer may still come.
  public List<Flight> late() {
    return List.copyOf(late);
  }

  /// Remembers a write whose answer may still come.
  public void watch(ActionId action, String tool) {
    late.add(new Flight(action, tool, at));
    if (late.size() > MAX_LATE) {
      late.removeFirst();
    }
  }

  /// Its answer has come.
  public void unwatch(Flight flight) {
    late.remove(flight);
  }

  void postpone(Duration by) {
    orphan = orphan == null ? null : orphan.later(by);
  }

  /// An action that is out in the world, and when it is given up.
  public record Flight(ActionId action, String tool, Instant settleAt) {
    Flight later(Duration by) {
      return new Flight(action, tool, settleAt.plus(by));
    }
  }
}
