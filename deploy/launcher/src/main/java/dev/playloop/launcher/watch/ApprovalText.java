package dev.playloop.launcher.watch;

import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.LoopEvent;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What became of a write that waits for a person, in words. Pure functions.
final class ApprovalText {
  private ApprovalText() {}

  /// What is asked, of whom, and until when.
  static String of(LoopEvent.ApprovalAsked asked) {
    Question question = asked.question();
    return "for "
        + (question.people() == 1 ? "a person's word" : question.people() + " people's words")
        + " on "
        + asked.tool()
        + " "
        + asked.args()
        + " ("
        + question.approval()
        + ", rule "
        + question.rule()
        + (question.roles().isEmpty() ? "" : ", " + String.join(" or ", question.roles()))
        + ", until "
        + question.expiresAt()
        + ")"
        + (question.difference() == null ? "" : " again: " + question.difference());
  }

  static String of(ApprovalEvent event) {
    return switch (event) {
      case ApprovalEvent.Answered e ->
          e.author().subject()
              + says(e.answer())
              + e.action()
              + edited(e.edited())
              + because(e.reason());
      case ApprovalEvent.Escalated e ->
          e.action()
              + " waits for "
              + String.join(" or ", e.roles())
              + " now, until "
              + e.expiresAt();
      case ApprovalEvent.RunParked e -> e.run() + " waits for a person, and leaves the agent free";
      case ApprovalEvent.RunResumed e -> e.run() + " goes on after " + Lasting.words(e.waited());
      case ApprovalEvent.Ended e -> e.action() + " is " + word(e.how());
      case ApprovalEvent.Ignored e ->
          "a person's word"
              + (e.action() == null ? "" : " on " + e.action())
              + by(e.author())
              + " changed nothing: "
              + word(e.why());
      case ApprovalEvent.GrantGiven e ->
          "grant " + e.grant() + by(e.author()) + ", " + e.uses() + " times" + because(e.reason());
      case ApprovalEvent.GrantUsed e ->
          "grant " + e.grant() + " released " + e.action() + ", " + e.left() + " left";
      case ApprovalEvent.GrantEnded e ->
          "grant " + e.grant() + " is " + word(e.why()) + by(e.author());
      case ApprovalEvent.Confirmed e ->
          e.action()
              + (e.happened() ? " has happened, says " : " has not happened, says ")
              + e.author().subject()
              + because(e.reason());
    };
  }

  private static String says(AnswerKind answer) {
    return switch (answer) {
      case APPROVE -> " approves ";
      case DENY -> " denies ";
      case EDIT -> " edits ";
      case WITHDRAW -> " takes back what was said of ";
    };
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String by(@Nullable Author author) {
    return author == null ? "" : " by " + author.subject();
  }

  private static String edited(ApprovalEvent.@Nullable Edited edited) {
    return edited == null ? "" : ", to " + edited.args();
  }

  private static String because(@Nullable String reason) {
    return reason == null ? "" : ": " + reason;
  }
}
