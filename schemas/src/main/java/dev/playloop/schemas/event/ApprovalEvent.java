package dev.playloop.schemas.event;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Default;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What becomes of a write that [LoopEvent.ApprovalAsked] asks for. Of these, this release writes
/// [Ended] and [Ignored].
public sealed interface ApprovalEvent extends LoopEvent {
  /// A person may answer so.
  enum Answer {
    APPROVE,
    EDIT,
    DENY,
    WITHDRAW
  }

  /// One person's word, which counts.
  ///
  /// @param args what an edit puts in the place of the model's arguments
  /// @param missing how many people must still agree
  record Answered(
      ActionId action,
      Answer answer,
      @Nullable String argsHash,
      @Nullable JsonNode args,
      Author author,
      @Nullable String reason,
      int missing)
      implements ApprovalEvent {
    /// An edit, for which so many people are missing.
    public static Answered of(ApprovalControl.Edit edit, int missing) {
      return new Answered(
          edit.action(),
          Answer.EDIT,
          edit.argsHash(),
          edit.args(),
          edit.author(),
          edit.reason(),
          missing);
    }
  }

  /// Nobody is asked any more. `authors` are those whose words decided it.
  record Ended(ActionId action, How how, @Default("[]") List<Author> authors)
      implements ApprovalEvent {
    public Ended {
      authors = authors == null ? List.of() : List.copyOf(authors);
    }
  }

  enum How {
    APPROVED,
    EDITED,
    DENIED,
    EXPIRED,
    WITHDRAWN,
    CANCELLED
  }

  /// A person's word that changed nothing. `action` is null where it was about none.
  record Ignored(@Nullable ActionId action, Why why, @Nullable Author author)
      implements ApprovalEvent {}

  enum Why {
    /// This release does not know what to do with it.
    UNSUPPORTED,
    UNSIGNED,
    MISSING_ROLE,
    SAME_PERSON,
    OWN_REQUEST,
    /// No run that is open asks for it.
    UNKNOWN_ACTION,
    WRONG_ARGUMENTS,
    NOT_ALLOWED,
    /// The run is open, and does not ask for it, or no more.
    ALREADY_ENDED,
    EXPIRED
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
