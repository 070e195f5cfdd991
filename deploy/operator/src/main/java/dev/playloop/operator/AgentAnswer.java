package dev.playloop.operator;

import dev.playloop.operator.gateway.GatewayAnswer;
import dev.playloop.schemas.id.AgentId;
import org.jspecify.annotations.Nullable;

/// What came of a word to one agent.
public sealed interface AgentAnswer {
  AgentId agent();

  /// It is on the log.
  record Done(AgentId agent) implements AgentAnswer {}

  /// Nothing was written.
  ///
  /// @param nearest whom it probably meant; null where nobody is near
  record NoSuchAgent(AgentId agent, @Nullable String nearest) implements AgentAnswer {}

  /// The gateway did not take it.
  ///
  /// @param answer never [GatewayAnswer.Accepted]
  record Refused(AgentId agent, GatewayAnswer answer) implements AgentAnswer {}
}
