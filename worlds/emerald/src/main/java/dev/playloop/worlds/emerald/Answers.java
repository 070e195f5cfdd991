package dev.playloop.worlds.emerald;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.emerald.mgba.MgbaException;
import dev.playloop.worlds.emerald.play.Verdict;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// How what came of an action becomes a result. Pure.
final class Answers {
  private Answers() {}

  static ActionResult of(Action action, Verdict verdict) {
    return switch (verdict) {
      case Verdict.Done done ->
          ActionResult.done(action.action(), action.agent(), done.output(), null);
      case Verdict.Refused refused ->
          failure(
              action,
              Status.REFUSED,
              new ActionError(refused.code(), refused.message(), refused.field(), false),
              null);
      case Verdict.Failed failed ->
          failure(
              action,
              Status.FAILED,
              new ActionError(failed.code(), failed.message(), null, true),
              failed.sees());
      case Verdict.Unknown unknown ->
          failure(
              action,
              Status.UNKNOWN,
              new ActionError(unknown.code(), unknown.message(), null, false),
              unknown.sees());
    };
  }

  static ActionResult done(Action action, JsonNode output) {
    return ActionResult.done(action.action(), action.agent(), output, null);
  }

  static ActionResult refused(Action action, String code, String message, @Nullable String field) {
    return failure(action, Status.REFUSED, new ActionError(code, message, field, false), null);
  }

  static ActionResult failed(Action action, String code, String message) {
    return failure(action, Status.FAILED, new ActionError(code, message, null, true), null);
  }

  static ActionResult unknown(Action action, String code, String message) {
    return failure(action, Status.UNKNOWN, new ActionError(code, message, null, false), null);
  }

  private static ActionResult failure(
      Action action, Status status, ActionError error, @Nullable JsonNode output) {
    return ActionResult.failed(action.action(), action.agent(), status, error).output(output);
  }

  static String code(MgbaException e) {
    return switch (e) {
      case MgbaException.EmulatorPaused _ -> "emulator_paused";
      case MgbaException.UnexpectedAnswer _ -> "unexpected_answer";
      case MgbaException.CommandRefused _ -> "command_refused";
      case MgbaException.UnknownOutcome _ -> "lost_reply";
    };
  }

  static String message(RuntimeException e) {
    return String.valueOf(e.getMessage());
  }
}
