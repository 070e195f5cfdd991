package dev.playloop.launcher.watch;

import dev.playloop.operator.approval.Became;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEvent.Why;

/// What became of a person's word, in a sentence. Pure functions.
public final class BecameText {
  private BecameText() {}

  /// Whether it came to what its speaker wanted, as far as is known.
  public static boolean counts(Became became) {
    return switch (became) {
      case Became.Journaled(_, ApprovalEvent.Ignored _) -> false;
      case Became.Journaled(_, ApprovalEvent.Ended(_, _, How how, _)) ->
          how != How.EXPIRED && how != How.CANCELLED;
      case Became.Journaled _, Became.Awaited _ -> true;
      case Became.Refused _ -> false;
    };
  }

  /// Of what a gateway refused its answer alone can tell.
  public static String of(Became became) {
    return switch (became) {
      case Became.Journaled(_, ApprovalEvent event) -> of(event);
      case Became.Awaited(var agent, _) ->
          "it is on the log, and the journal does not tell yet what became of it; './playloop story "
              + agent
              + "' will";
      case Became.Refused _ -> "the gateway did not take it";
    };
  }

  private static String of(ApprovalEvent event) {
    return switch (event) {
      case ApprovalEvent.Ended e -> ended(e.how());
      case ApprovalEvent.Answered e -> answered(e);
      case ApprovalEvent.Ignored e -> "ignored, because " + because(e.why());
      case ApprovalEvent.Confirmed e ->
          e.happened() ? "confirmed: it has happened" : "confirmed: it has not happened";
      case ApprovalEvent.GrantGiven e ->
          "granted: "
              + Printable.line(e.grant())
              + ", "
              + StepPrinter.count(e.uses(), "use")
              + ", until "
              + e.until();
      case ApprovalEvent.GrantEnded e -> "the grant is " + StepPrinter.words(e.why());
      case ApprovalEvent.Escalated _,
          ApprovalEvent.RunParked _,
          ApprovalEvent.RunResumed _,
          ApprovalEvent.GrantUsed _ ->
          ApprovalText.of(event);
    };
  }

  private static String ended(How how) {
    return switch (how) {
      case APPROVED -> "approved and released";
      case EDITED -> "edited and released";
      case DENIED -> "denied; the model is told why";
      case EXPIRED -> "too late: the question has expired";
      case CANCELLED -> "too late: its run has ended";
    };
  }

  private static String answered(ApprovalEvent.Answered e) {
    if (e.answer() == AnswerKind.WITHDRAW) {
      return "taken back; " + people(e.missing());
    }
    return e.missing() == 0
        ? "counted; what it leads to is not told yet"
        : "counted; " + people(e.missing());
  }

  private static String people(int missing) {
    return missing == 1 ? "one more person is needed" : missing + " more people are needed";
  }

  private static String because(Why why) {
    return switch (why) {
      case MISSING_ROLE -> "you have none of the roles that are asked";
      case SAME_PERSON -> "you have answered already, and another person is needed";
      case OWN_REQUEST -> "whoever asks, acts or was the reason for it does not answer";
      case UNKNOWN_ACTION -> "no open run asks for it";
      case WRONG_ARGUMENTS -> "its arguments are others than those that you saw";
      case OUTDATED -> "the question is another one by now";
      case REPLAYED -> "the same words came before";
      case NOT_ALLOWED -> "its rule does not allow that answer";
      case INVALID_ARGUMENTS -> "the arguments don't fit the tool";
      case NOTHING_TO_WITHDRAW -> "you have said nothing that could be taken back";
      case ALREADY_ENDED -> "it has been decided";
      case EXPIRED -> "the question has expired";
      case NEEDS_CONFIRM ->
          "nobody knows whether it happened: it is confirmed, with './playloop approvals confirm'";
      case NOT_IN_DOUBT -> "what became of that write is known";
      case INVALID_GRANT -> "no rule of the agent has that name, or the pattern is none";
      case TOO_MANY_WORDS -> "as many words as one write hears have counted";
      case TOO_MANY_GRANTS -> "the agent has too many grants; revoke one";
      case UNKNOWN_GRANT -> "the agent has no such grant";
      case STALE -> "what was said later has been done";
    };
  }
}
