package dev.playloop.worlds.kernel.books;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.model.KernelTool;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.postgres.ActionLog;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// How what came of an action becomes a result, and what of it is kept in `applied_op`. A failure
/// has its code in the error, and beside it `error_category`, `retriable` and `error_details` as
/// output, so that the model sees them. Pure.
public final class Answers {
  private Answers() {}

  /// An answer to be filled.
  public static ObjectNode data() {
    return Json.NODES.objectNode();
  }

  /// Over who acts and the typed call, so that neither spacing nor the order of fields counts.
  public static String hash(Action action, KernelTool tool) {
    return Sha256.hex(action.actor() + "\n" + action.tool() + "\n" + Json.text(tool));
  }

  public static ActionResult done(Action action, JsonNode data, @Nullable Long version) {
    return ActionResult.done(action.action(), action.agent(), data, version);
  }

  public static ActionResult refused(Action action, Refusal refusal) {
    return refused(action, refusal, new Bill(action.actor()));
  }

  /// `bill` holds what was paid all the same: what code had read before it failed.
  public static ActionResult refused(Action action, Refusal refusal, Bill bill) {
    ObjectNode why = why(refusal.code(), refusal.details());
    bill.into(why);
    return failed(
        action,
        refusal.code().status(),
        new ActionError(
            refusal.code().wire(),
            refusal.getMessage(),
            refusal.field(),
            refusal.code().retriable()),
        why);
  }

  private static ActionResult failed(
      Action action, Status status, ActionError error, @Nullable JsonNode output) {
    return ActionResult.failed(action.action(), action.agent(), status, error).output(output);
  }

  private static ObjectNode why(Code code, @Nullable JsonNode details) {
    ObjectNode why =
        data().put("error_category", code.category().wire()).put("retriable", code.retriable());
    if (details != null) {
      why.set("error_details", details);
    }
    return why;
  }

  /// What is kept of a failure.
  public static JsonNode kept(ActionResult failure) {
    ObjectNode kept = data().put("status", failure.status().name());
    kept.set("error", Json.LOG.valueToTree(failure.error()));
    if (failure.output() != null) {
      kept.set("output", failure.output());
    }
    return kept;
  }

  /// The result that was kept.
  public static ActionResult replay(Action action, ActionLog.Kept kept) {
    return kept.ok()
        ? done(action, kept.body(), kept.version())
        : failed(
            action,
            Status.valueOf(kept.body().path("status").asString()),
            Json.LOG.treeToValue(kept.body().path("error"), ActionError.class),
            kept.body().get("output"));
  }

  public static ActionResult conflict(Action action) {
    return failed(
        action,
        Status.REFUSED,
        new ActionError(
            "idempotency_conflict", "The action id was used for another call", null, false),
        null);
  }

  public static Reconciled notDone(Action action) {
    return new Reconciled.NotDone(action.tool() + " has not happened", null);
  }

  /// The rules of the tools are stricter than the constraints, so this is a broken fixture or
  /// another writer of the database.
  public static ActionResult constraint(Action action) {
    return refused(
        action,
        Refusal.of(Code.INTERNAL_ERROR, "A rule of the database forbids it; nothing happened"));
  }

  public static ActionResult badValue(Action action) {
    return refused(
        action,
        Refusal.of(Code.INVALID_ARGUMENT, "The database can't hold a value of the arguments"));
  }
}
