package dev.playloop.projector.telemetry;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.schemas.event.AgentConfig;

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
        asked(state),
        state.run() != null && state.run().doubt() != null ? 1 : 0,
        config == null || !config.enabled() ? 0 : config.caps().usdPerDay().doubleValue());
  }

  private static long asked(AgentState state) {
    return state.run() != null && state.run().phase() instanceof Phase.Acting acting
        ? acting.open().stream().filter(call -> call.progress() == Pending.Progress.ASKED).count()
        : 0;
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
