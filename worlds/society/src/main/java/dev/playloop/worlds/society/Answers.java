package dev.playloop.worlds.society;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.society.model.SocietyWrite;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// How the society's verdicts become results, and what of them is kept in `action_log`. Pure.
final class Answers {
  private Answers() {}

  /// Over who acts and the typed call, so that neither spacing nor the order of fields counts.
  static String hash(Action action, SocietyWrite write) {
    return Sha256.hex(action.actor() + "\n" + action.tool() + "\n" + Json.text(write));
  }

  static JsonNode body(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Done done -> done.output();
      case Verdict.Refused refused ->
          Json.LOG.valueToTree(
              new ActionError(refused.code(), refused.message(), refused.field(), false));
    };
  }

  static ActionResult result(Action action, boolean ok, JsonNode body, @Nullable Long version) {
    return ok
        ? ActionResult.done(action.action(), action.agent(), body, version)
        : ActionResult.failed(
            action.action(),
            action.agent(),
            Status.REFUSED,
            Json.LOG.treeToValue(body, ActionError.class));
  }

  static ActionResult refused(Action action, String code, String message, @Nullable String field) {
    return ActionResult.failed(
        action.action(),
        action.agent(),
        Status.REFUSED,
        new ActionError(code, message, field, false));
  }

  static ActionResult noSuchActor(Action action) {
    return refused(action, "no_such_actor", "There is no user " + action.actor(), null);
  }

  static Reconciled notDone(Action action) {
    return new Reconciled.NotDone(action.tool() + " has not happened", null);
  }

  /// The rules of the tools are stricter than the constraints, so this is a broken fixture or
  /// another writer of the database.
  static ActionResult constraint(Action action) {
    return ActionResult.failed(
        action.action(),
        action.agent(),
        Status.FAILED,
        new ActionError(
            "constraint", "A rule of the database forbids it; nothing happened", null, false));
  }
}
