package dev.playloop.projector.telemetry;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Asking;
import dev.playloop.loop.state.Run;
import dev.playloop.schemas.event.AgentConfig;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What one agent, or many, wait for, and may spend.
///
/// @param waiting triggers in the queue
/// @param asked writes that wait for a person's word
/// @param unknown writes whose outcome is unknown, which hold back all others of their agent
/// @param quarantined agents that the loop gave up on
/// @param capUsd what may be spent on a day, of agents that are enabled
record Load(long waiting, long asked, long unknown, long quarantined, double capUsd) {
  static final Load NONE = new Load(0, 0, 0, 0, 0);

  /// After `poisons` folds that threw, an agent is quarantined.
  static Load of(AgentState state, int poisons) {
    AgentConfig config = state.config();
    return new Load(
        state.queue().size(),
        runs(state).filter(Load::isAsking).count(),
        runs(state).filter(run -> run.doubt() != null).count(),
        state.poisoned() >= poisons ? 1 : 0,
        config == null || !config.enabled() ? 0 : config.caps().usdPerDay().doubleValue());
  }

  /// When the next question to people about this agent expires; null where none is open, or its
  /// deadlines stand still.
  static @Nullable Instant due(AgentState state) {
    return state.halt() != null
        ? null
        : runs(state)
            .map(run -> run.asked().due())
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(null);
  }

  /// The open one, and the one that waits beside it.
  private static Stream<Run> runs(AgentState state) {
    return Stream.of(Optional.ofNullable(state.run()), Optional.ofNullable(state.parked()))
        .flatMap(Optional::stream);
  }

  private static boolean isAsking(Run run) {
    Asking.Ask ask = run.asked().ask();
    return ask != null && ask.isOpen();
  }

  Load plus(Load other) {
    return new Load(
        waiting + other.waiting,
        asked + other.asked,
        unknown + other.unknown,
        quarantined + other.quarantined,
        capUsd + other.capUsd);
  }

  Load minus(Load other) {
    return new Load(
        waiting - other.waiting,
        asked - other.asked,
        unknown - other.unknown,
        quarantined - other.quarantined,
        capUsd - other.capUsd);
  }
}
