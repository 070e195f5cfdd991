package dev.playloop.operator.approval;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.operator.gateway.GatewayAnswer;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.id.AgentId;
import org.jspecify.annotations.Nullable;

/// What became of a person's word.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Became.Journaled.class, name = "journaled"),
  @JsonSubTypes.Type(value = Became.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = Became.Awaited.class, name = "awaited")
})
public sealed interface Became {
  AgentId agent();

  /// The journal tells: it counted, or was ignored. Of what it led to the last is named.
  record Journaled(AgentId agent, ApprovalEvent event) implements Became {}

  /// The gateway did not take it.
  record Refused(AgentId agent, GatewayAnswer answer) implements Became {}

  /// The gateway has it on the log, and the journal did not tell of it in time; or it could not be
  /// read.
  ///
  /// @param id what the gateway calls it
  record Awaited(AgentId agent, @Nullable String id) implements Became {}
}
