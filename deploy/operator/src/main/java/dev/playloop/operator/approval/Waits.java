package dev.playloop.operator.approval;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.id.AgentId;

/// One thing on one agent that is a person's to say, or was said in advance. Arguments and texts in
/// it are a model's, a player's and a world's.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Waits.Asked.class, name = "asked"),
  @JsonSubTypes.Type(value = Waits.InDoubt.class, name = "in-doubt"),
  @JsonSubTypes.Type(value = Waits.Granted.class, name = "granted")
})
public sealed interface Waits {
  AgentId agent();

  /// What a person names it by.
  String id();

  /// A write that waits for an answer; its id is the question's.
  record Asked(AgentId agent, ApprovalInbox.Ask ask) implements Waits {
    @Override
    public String id() {
      return ask.question().approval();
    }
  }

  /// A write of which nobody knows whether it happened; its id is the action's.
  record InDoubt(AgentId agent, ApprovalInbox.Unknown write) implements Waits {
    @Override
    public String id() {
      return write.action().value();
    }
  }

  /// Something that was approved in advance, and is not used up.
  record Granted(AgentId agent, ApprovalInbox.StandingGrant grant) implements Waits {
    @Override
    public String id() {
      return grant.grant();
    }
  }
}
