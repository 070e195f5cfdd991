package dev.playloop.worlds.kernel;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Sizes;
import dev.playloop.worlds.kernel.model.KernelTool;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.postgres.ActionLog;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the kernel remembers of its actions: ids that are claimed, answers, and the event that
/// tells of each.
final class Memory {
  private static final ActionLog LOG = new ActionLog("applied_op");

  private Memory() {}

  /// Claims the action's id, or gives the answer of whoever did.
  static Optional<ActionResult> claimed(Handle db, Action action, String hash) {
    if (LOG.claim(db, action, hash)) {
      return Optional.empty();
    }
    return Optional.of(
        kept(db, action, hash)
            .orElseThrow(() -> new IllegalStateException("the log lost " + action.action())));
  }

  /// The answer kept under this action's id; a conflict where other arguments used it.
  static Optional<ActionResult> kept(Handle db, Action action, String hash) {
    return LOG.kept(db, action.action())
        .map(kept ->
            kept.argsHash().equals(hash) ? Answers.replay(action, kept) : Answers.conflict(action));
  }

  /// Claiming waits for a transaction of this id that is still open, so that the answer is final
  /// for every attempt begun before. The claim itself is rolled back.
  static Reconciled found(Handle db, Action action, KernelTool tool) {
    if (LOG.claim(db, action, "")) {
      return Answers.notDone(action);
    }
    return kept(db, action, Answers.hash(action, tool))
        .<Reconciled>map(Reconciled.Done::new)
        .orElseGet(() -> Answers.notDone(action));
  }

  /// Writes what has happened, with the answer to the claimed action.
  static ActionResult keep(Deed deed, Action action, String hash, ActionResult result, long scrip) {
    boolean done = result.status() == ActionResult.Status.DONE;
    tell(deed, action, result, scrip);
    deed.write();
    // Read back as stored, so that the first answer and a replay are the same bytes.
    JsonNode body = done && result.output() != null ? result.output() : Answers.kept(result);
    JsonNode stored = LOG.keep(deed.db(), action.action(), done, body, result.worldVersion());
    return Answers.replay(action, new ActionLog.Kept(hash, done, stored, result.worldVersion()));
  }

  private static void tell(Deed deed, Action action, ActionResult result, long scrip) {
    ActionResult.ActionError error = result.error();
    ObjectNode fields =
        Answers.data()
            .put("action_type", action.tool())
            .put("intent", Sizes.head(Json.text(action.args()), Sizes.INTENT))
            .put("success", error == null)
            .put("scrip_after", scrip);
    if (error == null) {
      fields.put("result", Sizes.head(String.valueOf(result.output()), Sizes.INTENT));
    } else {
      fields
          .put("error_code", error.code())
          .put("result", Sizes.head(error.message(), Sizes.INTENT));
    }
    String came = error == null ? "" : " in vain (" + error.code() + ")";
    deed.happened("action", null, deed.actor() + " called " + action.tool() + came, fields);
  }
}
