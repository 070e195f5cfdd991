package dev.playloop.worlds.society;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ToolCall;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.model.society.SocietyRead;
import dev.playloop.worlds.model.society.SocietyTool;
import dev.playloop.worlds.model.society.SocietyWorld;
import dev.playloop.worlds.model.society.SocietyWrite;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Acts in the society. A write is one READ COMMITTED transaction that begins with its row in
/// `action_log`: the same action id again waits for that row and gets the kept answer, refusals
/// included. Thread-safe; holds one connection while an action runs.
///
/// What can't be the action's own fault and left nothing behind is [WorldUnavailable].
public final class SocietyActions implements WorldActions {
  private static final int MAX_CONFLICTS = 3;
  private static final long CONFLICT_PAUSE_NANOS = 5_000_000;

  private final SocietyDatabase database;

  /// `database` belongs to the caller, who closes it after this.
  public SocietyActions(SocietyDatabase database) {
    this.database = database;
  }

  @Override
  public Safety safety() {
    return Safety.TRANSACTIONAL;
  }

  @Override
  public ActionResult perform(Action action) {
    return run(action, false);
  }

  @Override
  public ActionResult simulate(Action action) {
    return run(action, true);
  }

  private ActionResult run(Action action, boolean simulated) {
    ToolSpec<?> spec = SocietyWorld.everyTool().find(action.tool());
    if (spec == null) {
      return Answers.refused(
          action, "unknown_tool", "The society has no tool " + action.tool(), null);
    }
    if (spec.check(action.args()) instanceof ToolCall.Invalid invalid) {
      return Answers.refused(
          action,
          "bad_arguments",
          "Expected " + invalid.expected() + ", got " + invalid.got(),
          invalid.field());
    }
    SocietyTool tool = (SocietyTool) spec.parse(action.args());
    return guarded(
        action,
        () ->
            switch (tool) {
              case SocietyRead read ->
                  database.reads().withHandle(handle -> answer(handle, action, read));
              case SocietyWrite write when simulated ->
                  undone(handle -> imagined(handle, action, write));
              case SocietyWrite write ->
                  database.writes().inTransaction(handle -> once(handle, action, write));
            });
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
    int claimed =
        handle
            .createUpdate(
                "insert into action_log (action_id, agent_id, tool, args_hash)"
                    + " values (:action, :agent, :tool, :hash) on conflict do nothing")
            .bind("action", action.action().value())
            .bind("agent", action.agent().value())
            .bind("tool", action.tool())
            .bind("hash", hash)
            .execute();
    if (claimed == 0) {
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
    // Read back as stored, so that the first answer and a replay are the same bytes.
    JsonNode stored =
        Json.tree(
            handle
                .createQuery(
                    "update action_log set ok = :ok, result = cast(:result as jsonb),"
                        + " world_version = :version where action_id = :action"
                        + " returning cast(result as text)")
                .bind("ok", verdict instanceof Verdict.Done)
                .bind("result", Json.text(Answers.body(verdict)))
                .bind("version", version)
                .bind("action", action.action().value())
                .mapTo(String.class)
                .one());
    return Answers.result(action, verdict instanceof Verdict.Done, stored, version);
  }

  /// Runs a transaction that is rolled back in any case.
  private ActionResult undone(Function<Handle, ActionResult> transaction) {
    return database
        .writes()
        .withHandle(handle -> {
          handle.begin();
          try {
            return transaction.apply(handle);
          } finally {
            handle.rollback();
          }
        });
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
    return handle
        .createQuery(
            "select args_hash, ok, cast(result as text) as result, world_version"
                + " from action_log where action_id = :action")
        .bind("action", action.action().value())
        .map((row, context) -> {
          if (!row.getString("args_hash").equals(hash)) {
            return Answers.refused(
                action, "idempotency_conflict", "The action id was used for another call", null);
          }
          long version = row.getLong("world_version");
          Long known = row.wasNull() ? null : version;
          return Answers.result(
              action, row.getBoolean("ok"), Json.tree(row.getString("result")), known);
        })
        .findFirst();
  }

  @Override
  public ActionResult reconcile(Action action, @Nullable JsonNode preState) {
    ToolSpec<?> spec = SocietyWorld.everyTool().find(action.tool());
    if (spec == null
        || spec.check(action.args()) instanceof ToolCall.Invalid
        || !(spec.parse(action.args()) instanceof SocietyWrite write)) {
      return Answers.notDone(action);
    }
    return guarded(action, () -> undone(handle -> found(handle, action, write)));
  }

  /// Claiming waits for a transaction of this id that is still open, so that the answer is final
  /// for every attempt begun before. The claim itself is rolled back.
  private static ActionResult found(Handle handle, Action action, SocietyWrite write) {
    int claimed =
        handle
            .createUpdate(
                "insert into action_log (action_id, agent_id, tool, args_hash)"
                    + " values (:action, '', '', '') on conflict do nothing")
            .bind("action", action.action().value())
            .execute();
    return claimed == 1
        ? Answers.notDone(action)
        : kept(handle, action, Answers.hash(action, write))
            .orElseGet(() -> Answers.notDone(action));
  }

  /// Runs one transaction, again after a conflict with another one, and says what its failure
  /// means. Every failure rolls back. One at commit is in doubt: it may have committed and only its
  /// answer be lost. That is an outage too, for the caller comes back with the same action id, and
  /// if the row is there it answers.
  private static ActionResult guarded(Action action, Supplier<ActionResult> transaction) {
    for (int conflicts = 0; ; conflicts++) {
      try {
        return transaction.get();
      } catch (JdbiException e) {
        switch (SqlTrouble.of(e)) {
          case CONFLICT -> {
            if (conflicts >= MAX_CONFLICTS) {
              throw new WorldUnavailable("the society is too busy for " + action.action(), e);
            }
            LockSupport.parkNanos(CONFLICT_PAUSE_NANOS << conflicts);
          }
          case OUTAGE -> throw new WorldUnavailable("the database of society is away", e);
          case VALUE -> {
            return Answers.refused(
                action, "invalid_value", "The database can't hold a value of the arguments", null);
          }
          case CONSTRAINT -> {
            return Answers.constraint(action);
          }
          case BUG -> throw e;
        }
      }
    }
  }

  /// Closes nothing: the database belongs to its opener.
  @Override
  public void close() {}
}
