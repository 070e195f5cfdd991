package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import java.time.Instant;

/// A person's word on an agent.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Control.Approve.class, name = "approve"),
  @JsonSubTypes.Type(value = Control.Deny.class, name = "deny"),
  @JsonSubTypes.Type(value = Control.CancelRun.class, name = "cancel-run"),
  @JsonSubTypes.Type(value = Control.Pause.class, name = "pause"),
  @JsonSubTypes.Type(value = Control.Resume.class, name = "resume"),
  @JsonSubTypes.Type(value = Control.ForgetSubject.class, name = "forget-subject"),
  @JsonSubTypes.Type(value = Control.Snapshot.class, name = "snapshot")
})
public sealed interface Control {
  AgentId agent();

  /// Release an action that waits for approval, or call an UNKNOWN write done.
  record Approve(AgentId agent, ActionId action, String by, Instant at) implements Control {}

  /// Refuse an action that waits for approval, or call an UNKNOWN write not done.
  record Deny(AgentId agent, ActionId action, String by, String reason, Instant at)
      implements Control {}

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
