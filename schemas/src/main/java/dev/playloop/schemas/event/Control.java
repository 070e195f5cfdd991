package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A person's word on an agent.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Control.Approve.class, name = "approve"),
  @JsonSubTypes.Type(value = Control.Deny.class, name = "deny"),
  @JsonSubTypes.Type(value = ApprovalControl.Edit.class, name = "edit"),
  @JsonSubTypes.Type(value = ApprovalControl.Withdraw.class, name = "withdraw"),
  @JsonSubTypes.Type(value = ApprovalControl.Confirm.class, name = "confirm"),
  @JsonSubTypes.Type(value = ApprovalControl.Grant.class, name = "grant"),
  @JsonSubTypes.Type(value = ApprovalControl.Revoke.class, name = "revoke"),
  @JsonSubTypes.Type(value = Control.CancelRun.class, name = "cancel-run"),
  @JsonSubTypes.Type(value = Control.Pause.class, name = "pause"),
  @JsonSubTypes.Type(value = Control.Resume.class, name = "resume"),
  @JsonSubTypes.Type(value = Control.ForgetSubject.class, name = "forget-subject"),
  @JsonSubTypes.Type(value = Control.Snapshot.class, name = "snapshot")
})
public sealed interface Control
    permits ApprovalControl,
        Control.Approve,
        Control.Deny,
        Control.CancelRun,
        Control.Pause,
        Control.Resume,
        Control.ForgetSubject,
        Control.Snapshot {
  AgentId agent();

  /// Release an action that waits for approval, or call an UNKNOWN write done.
  ///
  /// @param argsHash the SHA-256 of the arguments' JSON that the person saw; null where they saw
  ///   none
  record Approve(
      AgentId agent,
      ActionId action,
      @Nullable String argsHash,
      Author author,
      @Nullable String reason,
      Instant at)
      implements Control {
    public static Approve of(AgentId agent, ActionId action, Author author, Instant at) {
      return new Approve(agent, action, null, author, null, at);
    }

    /// Of these arguments.
    public Approve argsHash(String hash) {
      return new Approve(agent, action, hash, author, reason, at);
    }
  }

  /// Refuse an action that waits for approval, or call an UNKNOWN write not done.
  ///
  /// @param argsHash as [Approve] has it
  record Deny(
      AgentId agent,
      ActionId action,
      @Nullable String argsHash,
      Author author,
      @Nullable String reason,
      Instant at)
      implements Control {
    public static Deny of(AgentId agent, ActionId action, Author author, Instant at) {
      return new Deny(agent, action, null, author, null, at);
    }

    /// Of these arguments and no others.
    public Deny argsHash(String hash) {
      return new Deny(agent, action, hash, author, reason, at);
    }

    public Deny reason(String reason) {
      return new Deny(agent, action, argsHash, author, reason, at);
    }
  }

  record CancelRun(AgentId agent, RunId run, String by, Instant at) implements Control {}

  /// Open no new run; what is open goes on.
  record Pause(AgentId agent, String by, Instant at) implements Control {}

  record Resume(AgentId agent, String by, Instant at) implements Control {}

  /// Forget what the agent holds of a subject: its open run ends, waiting triggers of the subject
  /// are dropped, and the keys of what was journaled are dropped.
  record ForgetSubject(AgentId agent, String subject, String by, Instant at) implements Control {}

  /// Journal a snapshot, so that what lies before it can be archived. Changes nothing else.
  record Snapshot(AgentId agent, String by, Instant at) implements Control {}
}
