package dev.playloop.projector.telemetry;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Asking;
import dev.playloop.loop.state.Run;
import dev.playloop.schemas.event.AgentConfig;
import java.util.Optional;
import java.util.stream.Stream;

/// What one agent, or many, wait for, and may spend.
///
/// @param waiting triggers in the queue
/// @param asked writes that wait for a person's word
/// @param unknown writes whose outcome is unknown, which hold back all others of their agent
/// @param capUsd what may be spent on a day, of agents that are enabled
record Load(long waiting, long asked, long unknown, double capUsd) {
  static final Load NONE = new Load(0, 0, 0, 0);

  static Load of(AgentState state) {
    AgentConfig config = state.config();
    return new Load(
        state.queue().size(),
        runs(state).filter(Load::isAsking).count(),
        runs(state).filter(run -> run.doubt() != null).count(),
        config == null || !config.enabled() ? 0 : config.caps().usdPerDay().doubleValue());
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
        capUsd + other.capUsd);
  }

  Load minus(Load other) {
    return new Load(
        waiting - other.waiting,
        asked - other.asked,
        unknown - other.unknown,
        capUsd - other.capUsd);
  }
}
