package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// A person's word on an agent.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ApprovalControl.Approve.class, name = "approve"),
  @JsonSubTypes.Type(value = ApprovalControl.Deny.class, name = "deny"),
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
        Control.CancelRun,
        Control.Pause,
        Control.Resume,
        Control.ForgetSubject,
        Control.Snapshot {
  AgentId agent();

  /// Who says it.
  Author author();

  /// When it was said, by the clock of whoever let it in.
  Instant at();

  /// The same, said by another, or by the same with another proof.
  Control by(Author other);

  /// What its author's signature is made of: a line that names the purpose, and the JSON of this
  /// control as it is without the signature.
  default byte[] statement() {
    byte[] purpose = "playloop control 1\n".getBytes(StandardCharsets.UTF_8);
    byte[] said = Json.bytes(by(author().signature(null)));
    byte[] all = new byte[purpose.length + said.length];
    System.arraycopy(purpose, 0, all, 0, purpose.length);
    System.arraycopy(said, 0, all, purpose.length, said.length);
    return all;
  }

  record CancelRun(AgentId agent, RunId run, Author author, Instant at) implements Control {
    @Override
    public CancelRun by(Author other) {
      return new CancelRun(agent, run, other, at);
    }
  }

  /// Open no new run; what is open goes on.
  record Pause(AgentId agent, Author author, Instant at) implements Control {
    @Override
    public Pause by(Author other) {
      return new Pause(agent, other, at);
    }
  }

  record Resume(AgentId agent, Author author, Instant at) implements Control {
    @Override
    public Resume by(Author other) {
      return new Resume(agent, other, at);
    }
  }

  /// Forget what the agent holds of a subject: its open run ends, waiting triggers of the subject
  /// are dropped, and the keys of what was journaled are dropped.
  record ForgetSubject(AgentId agent, String subject, Author author, Instant at)
      implements Control {
    @Override
    public ForgetSubject by(Author other) {
      return new ForgetSubject(agent, subject, other, at);
    }
  }

  /// Journal a snapshot, so that what lies before it can be archived. Changes nothing else.
  record Snapshot(AgentId agent, Author author, Instant at) implements Control {
    @Override
    public Snapshot by(Author other) {
      return new Snapshot(agent, other, at);
    }
  }
}
