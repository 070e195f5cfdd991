package dev.playloop.projector.shell;

import dev.playloop.schemas.id.AgentId;

/// A trigger for an agent that is nobody's: it leaves a dead letter and nothing else.
final class UnknownAgentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnknownAgentException(AgentId agent, String why) {
    super("there is no agent '" + agent + "': " + why);
  }
}
