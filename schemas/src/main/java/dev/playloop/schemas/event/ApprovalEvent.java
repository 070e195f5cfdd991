package dev.playloop.schemas.event;

import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Default;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What becomes of a write that [LoopEvent.ApprovalAsked] asks for.
public sealed interface ApprovalEvent extends LoopEvent {
  /// One person's word, which counts.
  ///
  /// @param edited what an edit puts in the place of the model's arguments
  /// @param missing how many people must still agree
  @RecordBuilder
  record Answered(
      ActionId action,
      AnswerKind answer,
      Author author,
      @Nullable String reason,
      @Nullable Edited edited,
      int missing)
      implements ApprovalEvent {
    /// An answer for which so many people are missing.
    public static Answered of(ApprovalControl.Answer answer, int missing) {
      return new Answered(
          answer.about().action(), answer.kind(), answer.author(), answer.reason(), null, missing);
    }

    /// An edit, and what is asked about it from then on.
    public Answered edited(JsonNode args, Question question) {
      return new Answered(action, answer, author, reason, new Edited(args, question), missing);
    }
  }

  /// Other arguments, and what is asked about those.
  record Edited(JsonNode args, Question question) {}

  /// Nobody of those who were asked has answered in time: others are.
  record Escalated(ActionId action, List<String> roles, Instant expiresAt)
      implements ApprovalEvent {
    public Escalated {
      roles = List.copyOf(roles);
    }
  }

  /// The question is not open any more. `by` are those whose words decided it, grants aside.
  record Ended(ActionId action, String approval, How how, @Default("[]") List<String> by)
      implements ApprovalEvent {
    public Ended {
      by = by == null ? List.of() : List.copyOf(by);
    }
  }

  enum How {
    APPROVED,
    /// Approved with other arguments.
    EDITED,
    DENIED,
    EXPIRED,
    /// Its run ended.
    CANCELLED
  }

  /// The run waits for a person, with its deadline standing still, and leaves the agent to others.
  record RunParked(RunId run) implements ApprovalEvent {}

  /// The run goes on after so long.
  record RunResumed(RunId run, Duration waited) implements ApprovalEvent {}

  /// A person's word that changed nothing. `action` is null where it was about none.
  record Ignored(@Nullable ActionId action, Why why, @Nullable Author author)
      implements ApprovalEvent {}

  enum Why {
    MISSING_ROLE,
    SAME_PERSON,
    /// Whoever asks, acts or was the reason for it does not answer.
    OWN_REQUEST,
    /// No run that is open asks for it.
    UNKNOWN_ACTION,
    WRONG_ARGUMENTS,
    /// The question is another one by now.
    OUTDATED,
    /// The same words came before.
    REPLAYED,
    NOT_ALLOWED,
    /// The arguments that an edit gives don't fit the tool.
    INVALID_ARGUMENTS,
    /// Nothing was said that could be taken back.
    NOTHING_TO_WITHDRAW,
    /// The run is open, and does not ask for it, or no more.
    ALREADY_ENDED,
    EXPIRED,
    /// The outcome of that write is unknown: it is confirmed, not approved.
    NEEDS_CONFIRM,
    /// The outcome of that write is not in doubt.
    NOT_IN_DOUBT,
    /// No rule of the agent has that name, or the pattern is none.
    INVALID_GRANT,
    TOO_MANY_GRANTS,
    /// As many words as one write may hear have counted.
    TOO_MANY_WORDS,
    UNKNOWN_GRANT,
    /// What was said later has been done.
    STALE
  }

  /// Somebody approved in advance; the fields are those of [ApprovalControl.Grant].
  record GrantGiven(
      String grant,
      String rule,
      JsonNode pattern,
      int uses,
      Instant until,
      Author author,
      @Nullable String reason)
      implements ApprovalEvent {
    public static GrantGiven of(ApprovalControl.Grant grant) {
      return new GrantGiven(
          grant.grant(),
          grant.rule(),
          grant.pattern(),
          grant.uses(),
          grant.until(),
          grant.author(),
          grant.reason());
    }
  }

  /// A write was released by a grant, which is good for `left` more.
  record GrantUsed(String grant, ActionId action, int left) implements ApprovalEvent {}

  /// A grant counts no more. `author` revoked it, where somebody did.
  record GrantEnded(String grant, GrantEnd why, @Nullable Author author) implements ApprovalEvent {}

  enum GrantEnd {
    REVOKED,
    USED_UP,
    EXPIRED
  }

  /// A person said whether an UNKNOWN write has happened.
  record Confirmed(ActionId action, boolean happened, Author author, @Nullable String reason)
      implements ApprovalEvent {}
}
