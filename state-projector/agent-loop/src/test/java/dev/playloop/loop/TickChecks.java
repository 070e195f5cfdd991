package dev.playloop.loop;

import dev.playloop.loop.state.AgentState;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Schedule;
import dev.playloop.schemas.id.TriggerId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A schedule with a fixed delay in a [LoopSimulation]: there is always one tick of it, which is
/// due, waits or runs, or none where the agent does nothing any more. Used by one thread.
final class TickChecks {
  private static final Schedule WALK = Schedule.after("walk", Duration.ofSeconds(7));

  private final boolean ticking;
  private boolean over;
  private @Nullable AgentConfig config;

  TickChecks(boolean ticking) {
    this.ticking = ticking;
  }

  boolean isTicking() {
    return ticking;
  }

  /// The config, with the schedule until the history ends.
  @Nullable AgentConfig with(@Nullable AgentConfig config) {
    return config == null || !ticking ? config : config.schedules(over ? List.of() : List.of(WALK));
  }

  /// From now on configs are without it, so that the history ends. Gives the newest one.
  @Nullable AgentConfig end() {
    over = true;
    return config;
  }

  void saw(AgentState state) {
    config = state.config();
    boolean works = config != null && config.enabled() && state.poisoned() < 3;
    int wanted = works ? Objects.requireNonNull(config).schedules().size() : 0;
    Stream<String> open =
        Stream.of(state.run(), state.parked())
            .filter(Objects::nonNull)
            .flatMap(run -> Objects.requireNonNull(run).triggers().stream());
    Stream<String> queue =
        state.queue().stream().map(waiting -> String.valueOf(waiting.trigger().id()));
    long there =
        state.delays().size()
            + Stream.concat(open, queue)
                .filter(id ->
                    works && wanted > 0 && TriggerId.isOfSchedule(id, Configs.ADA, WALK.name()))
                .count();
    if (there != wanted) {
      throw new AssertionError(there + " ticks instead of " + wanted + ": " + state);
    }
  }
}
