package dev.playloop.schemas.event;

import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A person's word on writes: an answer to a question, what is approved in advance, and what became
/// of a write of which nobody knew that.
public sealed interface ApprovalControl extends Control {
  /// An answer to a question about one write.
  sealed interface Answer extends ApprovalControl {
    About about();

    @Nullable String reason();

    AnswerKind kind();
  }

  /// What an answer is about. A person answers what they saw: where the question or the arguments
  /// are others by now, the answer changes nothing.
  ///
  /// @param approval the question's id; null where only the arguments were seen
  /// @param argsHash the SHA-256 of the arguments' JSON
  record About(ActionId action, @Nullable String approval, String argsHash) {
    /// The write that this question is about.
    public static About of(ActionId action, Question question) {
      return new About(action, question.approval(), question.argsHash());
    }
  }

  /// Release the write.
  record Approve(AgentId agent, About about, Author author, @Nullable String reason, Instant at)
      implements Answer {
    @Override
    public AnswerKind kind() {
      return AnswerKind.APPROVE;
    }

    @Override
    public Approve by(Author other) {
      return new Approve(agent, about, other, reason, at);
    }
  }

  /// Refuse the write; the model is told the reason.
  record Deny(AgentId agent, About about, Author author, @Nullable String reason, Instant at)
      implements Answer {
    @Override
    public AnswerKind kind() {
      return AnswerKind.DENY;
    }

    @Override
    public Deny by(Author other) {
      return new Deny(agent, about, other, reason, at);
    }
  }

  /// Release the write with these arguments instead of those that `about` names.
  record Edit(
      AgentId agent, About about, JsonNode args, Author author, @Nullable String reason, Instant at)
      implements Answer {
    /// An approval with other arguments.
    public static Edit of(Approve approve, JsonNode args) {
      return new Edit(
          approve.agent(), approve.about(), args, approve.author(), approve.reason(), approve.at());
    }

    @Override
    public AnswerKind kind() {
      return AnswerKind.EDIT;
    }

    @Override
    public Edit by(Author other) {
      return new Edit(agent, about, args, other, reason, at);
    }
  }

  /// Take one's own word back, as long as it has led to nothing.
  record Withdraw(AgentId agent, About about, Author author, @Nullable String reason, Instant at)
      implements Answer {
    @Override
    public AnswerKind kind() {
      return AnswerKind.WITHDRAW;
    }

    @Override
    public Withdraw by(Author other) {
      return new Withdraw(agent, about, other, reason, at);
    }
  }

  /// Say whether a write that is UNKNOWN has happened.
  record Confirm(
      AgentId agent,
      ActionId action,
      boolean happened,
      Author author,
      @Nullable String reason,
      Instant at)
      implements ApprovalControl {
    public static Confirm of(
        AgentId agent, ActionId action, boolean happened, Author author, Instant at) {
      return new Confirm(agent, action, happened, author, null, at);
    }

    public Confirm reason(@Nullable String reason) {
      return new Confirm(agent, action, happened, author, reason, at);
    }

    @Override
    public Confirm by(Author other) {
      return new Confirm(agent, action, happened, other, reason, at);
    }
  }

  /// Approve in advance.
  ///
  /// @param grant its id
  /// @param rule the name of the rule whose question it answers
  /// @param pattern what the arguments must be, as a rule's `when` has it
  /// @param uses how often it counts
  /// @param until when it ends at the latest
  record Grant(
      AgentId agent,
      String grant,
      String rule,
      JsonNode pattern,
      int uses,
      Instant until,
      Author author,
      @Nullable String reason,
      Instant at)
      implements ApprovalControl {
    /// As often as one may be good.
    public static final int MAX_USES = 1_000;

    /// One that is good for a single use and ends at once: [#good] says otherwise.
    public static Grant of(AgentId agent, String grant, String rule, Author author, Instant at) {
      return new Grant(agent, grant, rule, Json.NODES.objectNode(), 1, at, author, null, at);
    }

    /// For arguments like these, so often, until then.
    public Grant good(JsonNode pattern, int uses, Instant until) {
      return new Grant(agent, grant, rule, pattern, uses, until, author, reason, at);
    }

    public Grant reason(@Nullable String reason) {
      return new Grant(agent, grant, rule, pattern, uses, until, author, reason, at);
    }

    @Override
    public Grant by(Author other) {
      return new Grant(agent, grant, rule, pattern, uses, until, other, reason, at);
    }
  }

  /// End a grant.
  record Revoke(AgentId agent, String grant, Author author, @Nullable String reason, Instant at)
      implements ApprovalControl {
    @Override
    public Revoke by(Author other) {
      return new Revoke(agent, grant, other, reason, at);
    }
  }
}
