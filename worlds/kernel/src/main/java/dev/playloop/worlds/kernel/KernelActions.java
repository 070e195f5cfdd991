package dev.playloop.worlds.kernel;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.worlds.kernel.artifact.Contracts;
import dev.playloop.worlds.kernel.artifact.Machine;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.KernelDatabase;
import dev.playloop.worlds.kernel.books.Outside;
import dev.playloop.worlds.kernel.books.Overtaken;
import dev.playloop.worlds.kernel.books.Refusal;
import dev.playloop.worlds.kernel.model.KernelRead;
import dev.playloop.worlds.kernel.model.KernelTool;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.postgres.SqlTrouble;
import dev.playloop.worlds.postgres.Transactions;
import dev.playloop.worlds.sandbox.Sandbox;
import dev.playloop.worlds.sandbox.SandboxBusy;
import dev.playloop.worlds.sandbox.SandboxUnavailable;
import java.io.Serial;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Acts in the kernel. Every action, a read too, is one READ COMMITTED transaction that begins with
/// its row in `applied_op`: the same action id again waits for that row and gets the kept answer,
/// refusals included. Code of artifacts runs outside of it; see [Outside]. Thread-safe; holds one
/// connection while an action is in a transaction, none while code runs.
///
/// What can't be the action's own fault and left nothing behind is [WorldUnavailable].
public final class KernelActions implements WorldActions<KernelTool> {
  /// How often a transaction may begin anew because it needs another answer or was overtaken.
  private static final int MAX_ROUNDS = 12;

  private static final Logger LOG = LoggerFactory.getLogger(KernelActions.class);

  private final KernelDatabase database;
  private final Acting acting;
  private final Transactions transactions = new Transactions("kernel");

  /// `database` and `sandbox` belong to the caller, who closes them after this. A principal that an
  /// agent creates begins with `startingScrip`.
  public KernelActions(KernelDatabase database, Sandbox sandbox, long startingScrip) {
    this.database = database;
    this.acting = new Acting(new Machine(database, sandbox, new Contracts()), startingScrip);
  }

  @Override
  public Safety safety() {
    return Safety.TRANSACTIONAL;
  }

  @Override
  public Class<KernelTool> type() {
    return KernelTool.class;
  }

  /// A look is on the log too: it may cost something.
  @Override
  public ActionResult look(Call<KernelTool> call) throws InterruptedException {
    return run(call, () -> {}, false);
  }

  /// A write asks for its lease in each of its transactions: it may have waited for a connection,
  /// and for a place in which code runs.
  @Override
  public ActionResult perform(Call<KernelTool> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    return run(call, lease, false);
  }

  @Override
  public ActionResult simulate(Call<KernelTool> call) throws InterruptedException {
    return run(call, () -> {}, true);
  }

  private ActionResult run(Call<KernelTool> call, Lease lease, boolean simulated)
      throws InterruptedException {
    Action action = call.action();
    KernelTool tool = call.tool();
    try {
      return rounds(action, tool, lease, simulated);
    } catch (InvalidValueException e) {
      return unreadable(action, tool, simulated, e);
    }
  }

  private ActionResult rounds(Action action, KernelTool tool, Lease lease, boolean simulated)
      throws InterruptedException {
    Outside outside = new Outside();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      try {
        return transactions.run(
            action.action(),
            () ->
                simulated
                    ? Transactions.undone(
                        database.writes(), db -> imagined(db, action, tool, outside))
                    : database
                        .writes()
                        .inTransaction(db -> {
                          lease.confirm();
                          return once(db, action, tool, outside);
                        }),
            refusals(action));
      } catch (Outside.Needed needed) {
        try {
          answer(outside, needed.question());
        } catch (SandboxBusy busy) {
          Refusal refusal = Refusal.of(Code.BUSY, "The sandbox is busy: " + busy.getMessage());
          return simulated
              ? Answers.refused(action, refusal)
              : decline(action, tool, outside, refusal);
        }
      } catch (Overtaken e) {
        // the next round sees what the other one did
      } catch (Declined declined) {
        return decline(action, tool, outside, declined.refusal());
      }
    }
    throw new WorldUnavailable(
        "the kernel is too busy for " + action.action(),
        new IllegalStateException("overtaken " + MAX_ROUNDS + " times"));
  }

  /// A row that this action has to read can't be: too large, or written by somebody who keeps to no
  /// rule. The transaction has left nothing behind, and the row stays as it is for the next one, so
  /// it is the action that ends.
  private ActionResult unreadable(
      Action action, KernelTool tool, boolean simulated, InvalidValueException unreadable) {
    LOG.error("{} meets a row that can't be read: {}", action.action(), unreadable.getMessage());
    Refusal refusal =
        Refusal.of(
            Code.INTERNAL_ERROR,
            "The kernel can't read what it keeps for this; nothing happened: "
                + unreadable.getMessage());
    return simulated
        ? Answers.refused(action, refusal)
        : decline(action, tool, new Outside(), refusal);
  }

  private ActionResult decline(Action action, KernelTool tool, Outside outside, Refusal refusal) {
    return transactions.run(
        action.action(),
        () -> database.writes().inTransaction(db -> refuse(db, action, tool, outside, refusal)),
        refusals(action));
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
      throw new WorldUnavailable("the sandbox of the kernel is away: " + e.getMessage(), e);
    } catch (JdbiException e) {
      SqlTrouble trouble = SqlTrouble.of(e);
      if (trouble == SqlTrouble.OUTAGE || trouble == SqlTrouble.CONFLICT) {
        throw new WorldUnavailable("the database of kernel is away", e);
      }
      throw e;
    }
  }

  /// Thrown out of a transaction that comes to a refusal, so that nothing of it is left.
  private static final class Declined extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;
    private final Refusal refusal;

    Declined(Refusal refusal) {
      super("declined", null, false, false);
      this.refusal = refusal;
    }

    Refusal refusal() {
      return refusal;
    }
  }

  /// Claims the action's id, acts, and keeps the answer, all in this transaction. An invocation
  /// whose code has not run yet only looks: whatever it wrote would be rolled back.
  private ActionResult once(Handle db, Action action, KernelTool tool, Outside outside) {
    String hash = Answers.hash(action, tool);
    boolean looks = acting.isBeforeRun(outside, action, tool);
    Optional<ActionResult> before =
        looks ? Memory.kept(db, action, hash) : Memory.claimed(db, action, hash);
    if (before.isPresent()) {
      return before.get();
    }
    Deed deed = new Deed(db, action, outside);
    try {
      ObjectNode data = acting.billed(deed, action, tool, false);
      Seen seen = changed(deed, tool);
      Long version = tool instanceof KernelRead ? null : (Long) seen.version();
      return Memory.keep(deed, action, hash, Answers.done(action, data, version), seen.scrip());
    } catch (Refusal refusal) {
      throw new Declined(refusal);
    }
  }

  /// Claims the action's id and keeps its refusal, with what is told of it. An action that another
  /// try of it brought to an end meanwhile has that try's answer.
  private ActionResult refuse(
      Handle db, Action action, KernelTool tool, Outside outside, Refusal refusal) {
    String hash = Answers.hash(action, tool);
    Optional<ActionResult> before = Memory.claimed(db, action, hash);
    if (before.isPresent()) {
      return before.get();
    }
    Deed deed = new Deed(db, action, outside);
    acting.refused(deed, action, tool, refusal);
    ActionResult answer = Answers.refused(action, refusal, deed.bill());
    long scrip = deed.books().balance(action.actor());
    return Memory.keep(deed, action, hash, answer, scrip);
  }

  /// What the action would come to. It claims no id, so that the action itself may still follow.
  private ActionResult imagined(Handle db, Action action, KernelTool tool, Outside outside) {
    Deed deed = new Deed(db, action, outside);
    try {
      return Answers.done(action, acting.billed(deed, action, tool, true), null);
    } catch (Refusal refusal) {
      return Answers.refused(action, refusal);
    }
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

  @Override
  public Reconciled reconcile(Call<KernelTool> call, Prepared prepared) {
    Action action = call.action();
    return transactions.run(
        action.action(),
        () -> Transactions.undone(database.writes(), db -> Memory.found(db, action, call.tool())),
        refusals(action).as(Reconciled.Done::new));
  }

  /// Closes nothing: database and sandbox belong to their openers.
  @Override
  public void close() {}
}
