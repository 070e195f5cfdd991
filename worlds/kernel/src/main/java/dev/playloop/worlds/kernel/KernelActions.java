package dev.playloop.worlds.kernel;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ToolCall;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.model.kernel.KernelBudget;
import dev.playloop.worlds.model.kernel.KernelRead;
import dev.playloop.worlds.model.kernel.KernelTool;
import dev.playloop.worlds.model.kernel.KernelWorld;
import dev.playloop.worlds.model.kernel.KernelWrite;
import dev.playloop.worlds.postgres.ActionLog;
import dev.playloop.worlds.postgres.SqlTrouble;
import dev.playloop.worlds.postgres.Transactions;
import dev.playloop.worlds.sandbox.Sandbox;
import dev.playloop.worlds.sandbox.SandboxUnavailable;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Acts in the kernel. Every action, a read too, is one READ COMMITTED transaction that begins with
/// its row in `applied_op`: the same action id again waits for that row and gets the kept answer,
/// refusals included. Code of artifacts runs outside of it; see [Outside]. Thread-safe; holds one
/// connection while an action is in a transaction, none while code runs.
///
/// What can't be the action's own fault and left nothing behind is [WorldUnavailable].
public final class KernelActions implements WorldActions {
  private static final ActionLog LOG = new ActionLog("applied_op");

  /// How often a transaction may begin anew because it needs another answer or was overtaken.
  private static final int MAX_ROUNDS = 12;

  private final KernelDatabase database;
  private final Transactions transactions = new Transactions("kernel");
  private final Reading reading;
  private final Writing writing;
  private final Invoking invoking;
  private final Tasks tasks;

  /// `database` and `sandbox` belong to the caller, who closes them after this. A principal that an
  /// agent creates begins with `startingScrip`.
  public KernelActions(KernelDatabase database, Sandbox sandbox, long startingScrip) {
    Machine machine = new Machine(database, sandbox, new Contracts());
    Access access = new Access(machine);
    this.database = database;
    this.reading = new Reading(access);
    this.writing = new Writing(machine, access, startingScrip);
    this.invoking = new Invoking(machine, access);
    this.tasks = new Tasks(machine, access);
  }

  @Override
  public Safety safety() {
    return Safety.TRANSACTIONAL;
  }

  @Override
  public ActionResult perform(Action action) throws InterruptedException {
    return run(action, false);
  }

  @Override
  public ActionResult simulate(Action action) throws InterruptedException {
    return run(action, true);
  }

  private ActionResult run(Action action, boolean simulated) throws InterruptedException {
    ToolSpec<?> spec = KernelWorld.everyTool().find(action.tool());
    if (spec == null) {
      return Answers.unknownTool(
          action, new KernelWorld().tools().specs().stream().map(ToolSpec::name).toList());
    }
    if (spec.check(action.args()) instanceof ToolCall.Invalid invalid) {
      return Answers.invalid(action, spec.type(), action.args(), invalid);
    }
    KernelTool tool = (KernelTool) spec.parse(action.args());
    Outside outside = new Outside();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      try {
        return transactions.run(
            action.action(),
            () ->
                simulated
                    ? Transactions.undone(
                        database.writes(), db -> imagined(db, action, tool, outside))
                    : database.writes().inTransaction(db -> once(db, action, tool, outside)),
            refusals(action));
      } catch (Outside.Needed needed) {
        answer(outside, needed.question());
      } catch (Overtaken e) {
        // the next round sees what the other one did
      }
    }
    throw new WorldUnavailable(
        "the kernel is too busy for " + action.action(),
        new IllegalStateException("overtaken " + MAX_ROUNDS + " times"));
  }

  private static Transactions.Refusals<ActionResult> refusals(Action action) {
    return new Transactions.Refusals<>() {
      @Override
      public ActionResult badValue() {
        return Answers.badValue(action);
      }

      @Override
      public ActionResult constraint() {
        return Answers.constraint(action);
      }
    };
  }

  private static void answer(Outside outside, Outside.Question<?> question)
      throws InterruptedException {
    try {
      outside.answer(question);
    } catch (SandboxUnavailable e) {
      throw new WorldUnavailable("the sandbox of the kernel is away", e);
    } catch (JdbiException e) {
      SqlTrouble trouble = SqlTrouble.of(e);
      if (trouble == SqlTrouble.OUTAGE || trouble == SqlTrouble.CONFLICT) {
        throw new WorldUnavailable("the database of kernel is away", e);
      }
      throw e;
    }
  }

  /// Claims the action's id, acts, and keeps the answer, all in this transaction. What a refused
  /// action did before its refusal is undone, but for what is told of it.
  private ActionResult once(Handle db, Action action, KernelTool tool, Outside outside) {
    String hash = Answers.hash(action, tool);
    if (!LOG.claim(db, action, hash)) {
      return kept(db, action, hash)
          .orElseThrow(() -> new IllegalStateException("the log lost " + action.action()));
    }
    db.savepoint("claimed");
    Deed deed = new Deed(db, action, outside);
    ActionResult result;
    long scrip;
    try {
      ObjectNode data = act(deed, action, tool, false);
      Seen seen = changed(deed, tool);
      result = Answers.done(action, data, tool instanceof KernelRead ? null : seen.version());
      scrip = seen.scrip();
    } catch (Refusal refusal) {
      db.rollbackToSavepoint("claimed");
      deed.undo();
      result = Answers.refused(action, refusal);
      refused(deed, action, tool, refusal);
      scrip = deed.books().balance(action.actor());
    }
    boolean done = result.status() == ActionResult.Status.DONE;
    tell(deed, action, result, scrip);
    deed.write();
    // Read back as stored, so that the first answer and a replay are the same bytes.
    JsonNode body = done && result.output() != null ? result.output() : Answers.kept(result);
    JsonNode stored = LOG.keep(db, action.action(), done, body, result.worldVersion());
    return Answers.replay(action, new ActionLog.Kept(hash, done, stored, result.worldVersion()));
  }

  /// What the action would come to. It claims no id, so that the action itself may still follow.
  private ActionResult imagined(Handle db, Action action, KernelTool tool, Outside outside) {
    Deed deed = new Deed(db, action, outside);
    try {
      return Answers.done(action, act(deed, action, tool, true), null);
    } catch (Refusal refusal) {
      return Answers.refused(action, refusal);
    }
  }

  /// Every tool, and what it does. One without its line here does not compile.
  private ObjectNode act(Deed deed, Action action, KernelTool tool, boolean simulated)
      throws Refusal {
    return switch (tool) {
      case KernelRead.QueryArtifacts query -> reading.query(deed, query);
      case KernelRead.ReadArtifact read -> reading.read(deed, read);
      case KernelWrite.WriteArtifact write -> writing.write(deed, write);
      case KernelWrite.EditArtifact edit -> writing.edit(deed, edit);
      case KernelWrite.DeleteArtifact delete -> writing.delete(deed, delete);
      case KernelWrite.SetArtifactPrices prices -> writing.prices(deed, prices);
      case KernelWrite.InvokeArtifact invoke -> invoking.invoke(deed, action, invoke, simulated);
      case KernelWrite.TransferScrip transfer -> Money.transfer(deed, transfer);
      case KernelWrite.TransferResource transfer -> Money.transfer(deed, transfer);
      case KernelWrite.SubmitToTask submit -> tasks.submit(deed, submit);
      case KernelBudget.Reserve reserve -> Budget.reserve(deed, reserve);
      case KernelBudget.Settle settle -> Budget.settle(deed, settle);
    };
  }

  /// The version of the actor's view, and its balance.
  private record Seen(long version, long scrip) {}

  /// The actor's view has changed; a query or a read changes nothing in it.
  private static Seen changed(Deed deed, KernelTool tool) throws Refusal {
    String sql =
        tool instanceof KernelRead
            ? "select version, scrip from account where principal_id = :me"
            : "update account set version = version + 1 where principal_id = :me"
                + " returning version, scrip";
    return deed.db()
        .createQuery(sql)
        .bind("me", deed.actor())
        .map((row, context) -> new Seen(row.getLong("version"), row.getLong("scrip")))
        .findFirst()
        .orElseThrow(() -> Refusal.of(Code.NOT_FOUND, "There is no principal " + deed.actor()));
  }

  /// What a refusal leaves behind, beyond its event.
  private void refused(Deed deed, Action action, KernelTool tool, Refusal refusal) {
    if (tool instanceof KernelWrite.InvokeArtifact invoke) {
      invoking.failed(deed, invoke, refusal, invoking.ran(deed.outside(), action, invoke));
    } else if (tool instanceof KernelBudget.Reserve reserve) {
      deed.happened(
          "thinking_failed",
          null,
          deed.actor() + " could not think: " + refusal.getMessage(),
          Answers.data()
              .put("turn", reserve.turn())
              .put("api_cost", 0)
              .put("reason", refusal.getMessage()));
    }
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

  /// The answer kept under this action's id; a conflict where other arguments used it.
  private static Optional<ActionResult> kept(Handle db, Action action, String hash) {
    return LOG.kept(db, action.action())
        .map(kept ->
            kept.argsHash().equals(hash) ? Answers.replay(action, kept) : Answers.conflict(action));
  }

  @Override
  public ActionResult reconcile(Action action, @Nullable JsonNode preState) {
    ToolSpec<?> spec = KernelWorld.everyTool().find(action.tool());
    if (spec == null || spec.check(action.args()) instanceof ToolCall.Invalid) {
      return Answers.notDone(action);
    }
    KernelTool tool = (KernelTool) spec.parse(action.args());
    return transactions.run(
        action.action(),
        () -> Transactions.undone(database.writes(), db -> found(db, action, tool)),
        refusals(action));
  }

  /// Claiming waits for a transaction of this id that is still open, so that the answer is final
  /// for every attempt begun before. The claim itself is rolled back.
  private static ActionResult found(Handle db, Action action, KernelTool tool) {
    return LOG.claim(db, action, "")
        ? Answers.notDone(action)
        : kept(db, action, Answers.hash(action, tool)).orElseGet(() -> Answers.notDone(action));
  }

  /// Closes nothing: database and sandbox belong to their openers.
  @Override
  public void close() {}
}
