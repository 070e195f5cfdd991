package dev.playloop.worlds.society;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.postgres.ActionLog;
import dev.playloop.worlds.postgres.Transactions;
import dev.playloop.worlds.society.model.SocietyRead;
import dev.playloop.worlds.society.model.SocietyTool;
import dev.playloop.worlds.society.model.SocietyWrite;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.JsonNode;

/// Acts in the society. A write is one READ COMMITTED transaction that begins with its row in
/// `action_log`: the same action id again waits for that row and gets the kept answer, refusals
/// included. Thread-safe; holds one connection while an action runs.
///
/// What can't be the action's own fault and left nothing behind is [WorldUnavailable].
public final class SocietyActions implements WorldActions<SocietyTool> {
  private static final ActionLog LOG = new ActionLog("action_log");

  private final SocietyDatabase database;
  private final Transactions transactions = new Transactions("society");

  /// `database` belongs to the caller, who closes it after this.
  public SocietyActions(SocietyDatabase database) {
    this.database = database;
  }

  @Override
  public Safety safety() {
    return Safety.TRANSACTIONAL;
  }

  @Override
  public Class<SocietyTool> type() {
    return SocietyTool.class;
  }

  @Override
  public ActionResult look(Call<SocietyTool> call) {
    Action action = call.action();
    return switch (call.tool()) {
      case SocietyRead read ->
          guarded(
              action, () -> database.reads().withHandle(handle -> answer(handle, action, read)));
      case SocietyWrite write -> throw new IllegalArgumentException("a write: " + write);
    };
  }

  /// A write asks for its lease once it has a connection, for which it may have waited.
  @Override
  public ActionResult perform(Call<SocietyTool> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    Action action = call.action();
    return switch (call.tool()) {
      case SocietyRead read -> throw new IllegalArgumentException("a read: " + read);
      case SocietyWrite write ->
          guarded(
              action,
              () ->
                  database
                      .writes()
                      .inTransaction(handle -> {
                        lease.confirm();
                        return once(handle, action, write);
                      }));
    };
  }

  @Override
  public ActionResult simulate(Call<SocietyTool> call) {
    Action action = call.action();
    return switch (call.tool()) {
      case SocietyRead _ -> look(call);
      case SocietyWrite write ->
          guarded(
              action,
              () ->
                  Transactions.undone(
                      database.writes(), handle -> imagined(handle, action, write)));
    };
  }

  private static ActionResult answer(Handle handle, Action action, SocietyRead read) {
    boolean exists =
        handle
            .createQuery("select exists (select 1 from users where id = :me)")
            .bind("me", action.actor())
            .mapTo(Boolean.class)
            .one();
    if (!exists) {
      return Answers.noSuchActor(action);
    }
    return ActionResult.done(
        action.action(), action.agent(), SocietyReads.answer(handle, action.actor(), read), null);
  }

  /// Claims the action's id, acts, and keeps the answer, all in this transaction. What a refused
  /// action did before its refusal is undone.
  private static ActionResult once(Handle handle, Action action, SocietyWrite write) {
    String hash = Answers.hash(action, write);
    if (!LOG.claim(handle, action, hash)) {
      return kept(handle, action, hash)
          .orElseThrow(() -> new IllegalStateException("the log lost " + action.action()));
    }
    handle.savepoint("claimed");
    Verdict verdict = verdict(handle, action, write);
    Long version = null;
    if (verdict instanceof Verdict.Refused) {
      handle.rollbackToSavepoint("claimed");
    } else if (verdict instanceof Verdict.Done done && done.changesView()) {
      version = changed(handle, action.actor());
    }
    JsonNode stored =
        LOG.keep(
            handle,
            action.action(),
            verdict instanceof Verdict.Done,
            Answers.body(verdict),
            version);
    return Answers.result(action, verdict instanceof Verdict.Done, stored, version);
  }

  /// What the deed would come to. It claims no id, so that the action itself may still follow.
  private static ActionResult imagined(Handle handle, Action action, SocietyWrite write) {
    Verdict verdict = verdict(handle, action, write);
    return Answers.result(action, verdict instanceof Verdict.Done, Answers.body(verdict), null);
  }

  private static Verdict verdict(Handle handle, Action action, SocietyWrite write) {
    Deed deed = new Deed(handle, action);
    // First of all locks (users, then market and inventory, battles, proposals). It lets foreign
    // keys refer to the actor meanwhile.
    Optional<String> actor =
        deed.text(
            "select id from users where id = :me for no key update", Map.of("me", action.actor()));
    if (actor.isEmpty()) {
      return Verdict.refused("no_such_actor", "There is no user " + action.actor(), null);
    }
    return act(deed, write);
  }

  /// Every write, and what it does. An action without its line here does not compile.
  private static Verdict act(Deed deed, SocietyWrite write) {
    return switch (write) {
      case SocietyWrite.SendMessage send -> Conversation.send(deed, send);
      case SocietyWrite.ReplyToMessage reply -> Conversation.reply(deed, reply);
      case SocietyWrite.CreatePost post -> Conversation.post(deed, post);
      case SocietyWrite.JoinBattle join -> Warfare.join(deed, join);
      case SocietyWrite.IgnoreBattle ignore -> Warfare.ignore(deed, ignore);
      case SocietyWrite.BuyItem buy -> Economy.buy(deed, buy);
      case SocietyWrite.ConsumeItem consume -> Economy.consume(deed, consume);
      case SocietyWrite.DoWork work -> Economy.work(deed, work);
      case SocietyWrite.JoinCommunity join -> Communities.join(deed, join);
      case SocietyWrite.LeaveCommunity leave -> Communities.leave(deed, leave);
      case SocietyWrite.CreateProposal propose -> Communities.propose(deed, propose);
      case SocietyWrite.VoteOnProposal vote -> Communities.vote(deed, vote);
      case SocietyWrite.RememberRun run -> Conversation.remember(deed, run);
    };
  }

  private static Long changed(Handle handle, String actor) {
    return handle
        .createQuery("select society_changed(:me)")
        .bind("me", actor)
        .mapTo(Long.class)
        .one();
  }

  /// The answer kept under this action's id; a conflict where other arguments used it.
  private static Optional<ActionResult> kept(Handle handle, Action action, String hash) {
    return LOG.kept(handle, action.action())
        .map(kept ->
            kept.argsHash().equals(hash)
                ? Answers.result(action, kept.ok(), kept.body(), kept.version())
                : Answers.refused(
                    action,
                    "idempotency_conflict",
                    "The action id was used for another call",
                    null));
  }

  @Override
  public Reconciled reconcile(Call<SocietyTool> call, Prepared prepared) {
    Action action = call.action();
    return switch (call.tool()) {
      case SocietyRead _ -> Answers.notDone(action);
      case SocietyWrite write ->
          transactions.run(
              action.action(),
              () -> Transactions.undone(database.writes(), handle -> found(handle, action, write)),
              refusals(action).as(Reconciled.Done::new));
    };
  }

  /// Claiming waits for a transaction of this id that is still open, so that the answer is final
  /// for every attempt begun before. The claim itself is rolled back.
  private static Reconciled found(Handle handle, Action action, SocietyWrite write) {
    if (LOG.claim(handle, action, "")) {
      return Answers.notDone(action);
    }
    return kept(handle, action, Answers.hash(action, write))
        .<Reconciled>map(Reconciled.Done::new)
        .orElseGet(() -> Answers.notDone(action));
  }

  private <X extends Exception> ActionResult guarded(
      Action action, Transactions.Transaction<ActionResult, X> transaction) throws X {
    return transactions.run(action.action(), transaction, refusals(action));
  }

  private static Transactions.Refusals<ActionResult> refusals(Action action) {
    return new Transactions.Refusals<>() {
      @Override
      public ActionResult badValue() {
        return Answers.refused(
            action, "invalid_value", "The database can't hold a value of the arguments", null);
      }

      @Override
      public ActionResult constraint() {
        return Answers.constraint(action);
      }
    };
  }

  /// Closes nothing: the database belongs to its opener.
  @Override
  public void close() {}
}
