package dev.playloop.worlds.model;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a world says of a write whose outcome is not known. Nothing of it was performed to find
/// out.
public sealed interface Reconciled {

  /// It came to its end, happened or refused: `result` is what was, or would have been, answered.
  record Done(ActionResult result) implements Reconciled {}

  /// It has not happened, and will not any more. `sees` is shown to the model.
  record NotDone(String message, @Nullable JsonNode sees) implements Reconciled {}

  /// It has not happened yet, and what was prepared last may be sent once more as it is: however
  /// often that is sent, it acts once.
  record Again() implements Reconciled {}

  /// It can't be told. `sees` is shown to the model.
  record Unknown(String code, String message, @Nullable JsonNode sees) implements Reconciled {}

  /// As an answer to who asked what became of the action. Nothing is sent again for a question.
  default ActionResult told(Action action) {
    return switch (this) {
      case Done done -> done.result();
      case NotDone not -> failed(action, Status.FAILED, "not_done", not.message(), not.sees());
      case Again _ ->
          failed(
              action,
              Status.UNKNOWN,
              "not_sent_again",
              "it has not happened yet, but what was sent may still arrive",
              null);
      case Unknown unknown ->
          failed(action, Status.UNKNOWN, unknown.code(), unknown.message(), unknown.sees());
    };
  }

  private static ActionResult failed(
      Action action, Status status, String code, String message, @Nullable JsonNode sees) {
    ActionError error = new ActionError(code, message, null, status == Status.FAILED);
    ActionResult result = ActionResult.failed(action.action(), action.agent(), status, error);
    return sees == null ? result : result.with(sees);
  }
}
