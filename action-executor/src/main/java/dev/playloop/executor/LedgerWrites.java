package dev.playloop.executor;

import dev.playloop.executor.Tenures.Tenure;
import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.Failpoint;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldActions.Lease;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Writes of a world that can't remember action ids: intent, act, outcome.
///
/// ```
/// nothing known ──commit Intent──► begun ──perform──► Outcome, in one transaction with the result
///                                    │ ▲
///                                    │ └─ commit Intent with another attempt, while it performs
///       crash, and the successor finds the Intent
///                                    └──reconcile──► Outcome, or UNKNOWN with the Intent kept;
///                                                    or, in time, what was prepared is sent again
/// ```
///
/// An action whose Intent was found is never performed anew: what the world can't tell stays
/// UNKNOWN. An UNKNOWN action has no Outcome, because what was prepared is needed to ask again.
final class LedgerWrites<T extends Tool> {
  private static final int MAX_PREPARED_BYTES = 64 * 1024;

  private final WorldActions<T> world;
  private final DirectActions<T> direct;
  private final WorldGates gates;
  private final Topic<ActionId, LedgerEntry> topic;
  private final ExecutorSettings settings;
  private final Clock clock;

  LedgerWrites(
      WorldActions<T> world,
      DirectActions<T> direct,
      WorldGates gates,
      Topic<ActionId, LedgerEntry> topic,
      ExecutorSettings settings) {
    this.world = world;
    this.direct = direct;
    this.gates = gates;
    this.topic = topic;
    this.settings = settings;
    this.clock = settings.clock();
  }

  /// Performs the write, unless the ledger knows it. `begin` throws [Halted] where it must not
  /// begin.
  ActionResult execute(Call<T> call, Tenure tenure, Context<Lane> context, Lease begin)
      throws InterruptedException {
    LedgerView ledger = tenure.ledger();
    return switch (ledger.find(call.action().action())) {
      // Nothing had happened by then; the loop issues such an action once more.
      case LedgerEntry.Outcome outcome when outcome.result().status() == Status.EXPIRED ->
          begin(call, ledger, context, begin);
      case LedgerEntry.Outcome outcome -> outcome.result();
      case LedgerEntry.Intent intent -> goOn(call, new Begun(intent, ledger, context, begin));
      // An entry that can't be read may be its intent.
      case null ->
          tenure.whole() || tenure.isFresh(context.offset())
              ? begin(call, ledger, context, begin)
              : settle(call, Prepared.NOTHING).told(call.action());
    };
  }

  /// Finds out what became of the write, and never performs it.
  ActionResult reconcile(Call<T> call, Tenure tenure) throws InterruptedException {
    Action action = call.action();
    return switch (tenure.ledger().find(action.action())) {
      case LedgerEntry.Outcome outcome when outcome.result().status() == Status.EXPIRED ->
          ExecutorAnswers.notDone(action);
      case LedgerEntry.Outcome outcome -> outcome.result();
      case LedgerEntry.Intent intent -> settle(call, Prepared.of(intent)).told(action);
      case null ->
          tenure.whole()
              ? ExecutorAnswers.notDone(action)
              : settle(call, Prepared.NOTHING).told(action);
    };
  }

  /// What goes on the ledger with this result, or null where nothing does. Never before the result
  /// is within bounds.
  @Nullable Emit<ActionId, LedgerEntry> close(
      Action action, ActionResult result, LedgerView ledger, int partition) {
    boolean isKept =
        ledger.find(result.action()) instanceof LedgerEntry.Outcome kept
            && kept.result().status() == result.status();
    if (result.status() == Status.UNKNOWN || isKept) {
      return null;
    }
    LedgerEntry.Outcome outcome =
        new LedgerEntry.Outcome(result.action(), clock.instant(), result, kept(result, ledger));
    ledger.put(outcome, action.notAfter());
    return Emit.toPartition(topic, partition, result.action(), outcome);
  }

  private List<LedgerEntry.Attempt> kept(ActionResult result, LedgerView ledger) {
    return ledger.find(result.action()) instanceof LedgerEntry.Intent intent
            && !intent.attempts().isEmpty()
            && world.keepsAttempts(result)
        ? intent.attempts()
        : List.of();
  }

  private ActionResult begin(Call<T> call, LedgerView ledger, Context<Lane> context, Lease mayBegin)
      throws InterruptedException {
    Action action = call.action();
    Instant now = clock.instant();
    if (now.isAfter(action.notAfter())) {
      return ExecutorAnswers.tooLate(action, gates.of(action).isAway());
    }
    if (action.notAfter().isAfter(now.plus(settings.longestNotAfter()))) {
      return ExecutorAnswers.validTooLong(action, settings.longestNotAfter());
    }
    LedgerEntry.Intent intent;
    try {
      intent = prepared(call, now);
    } catch (WorldUnavailable e) {
      throw e;
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      return ExecutorAnswers.bug(action, e);
    }
    Begun begun = new Begun(intent, ledger, context, mayBegin);
    Failpoint.reach("executor.before-intent");
    begun.commit();
    Failpoint.reach("executor.after-intent");
    if (clock.instant().isAfter(action.notAfter())) {
      return ExecutorAnswers.tooLate(action, false);
    }
    try {
      return performed(call, begun);
    } catch (WorldUnavailable e) {
      ledger.takeBack(action.action());
      throw e;
    }
  }

  /// Where it was halted before it began, its intent is no reason to ask the world later.
  private ActionResult performed(Call<T> call, Begun begun) throws InterruptedException {
    try {
      return direct.perform(call, Prepared.of(begun.intent), begun, begun.context);
    } catch (Halted e) {
      begun.ledger.takeBack(call.action().action());
      throw e;
    }
  }

  private LedgerEntry.Intent prepared(Call<T> call, Instant now) throws InterruptedException {
    JsonNode prepared =
        gates
            .of(call.action())
            .prepare(() -> Optional.ofNullable(world.prepare(call)))
            .orElse(null);
    LedgerEntry.Intent intent = new LedgerEntry.Intent(call.action().action(), now, List.of());
    return prepared == null || prepared.isNull()
        ? intent
        : fitting(intent.with(new LedgerEntry.Attempt(now, prepared)));
  }

  private static LedgerEntry.Intent fitting(LedgerEntry.Intent intent) {
    int bytes = Json.bytes(intent.attempts()).length;
    if (bytes > MAX_PREPARED_BYTES) {
      throw new IllegalStateException(
          "what was prepared has %d bytes, at most %d fit the ledger"
              .formatted(bytes, MAX_PREPARED_BYTES));
    }
    return intent;
  }

  /// Who died may have sent all of it, or nothing.
  private ActionResult goOn(Call<T> call, Begun begun) throws InterruptedException {
    Action action = call.action();
    Reconciled found = settle(call, Prepared.of(begun.intent));
    boolean sendsAgain =
        found instanceof Reconciled.Again && !clock.instant().isAfter(action.notAfter());
    return sendsAgain ? performed(call, begun) : found.told(action);
  }

  private Reconciled settle(Call<T> call, Prepared prepared) throws InterruptedException {
    // An outage is waited out while there is time, by the caller; after that it is UNKNOWN.
    return clock.instant().isAfter(call.action().notAfter())
        ? direct.reconcileOnce(call, prepared)
        : direct.reconcile(call, prepared);
  }

  /// A write whose intent is on the ledger, or about to be: held as long as the partition is ours.
  private final class Begun implements Lease {
    private final LedgerView ledger;
    private final Context<Lane> context;
    private final Lease begin;
    private LedgerEntry.Intent intent;

    Begun(LedgerEntry.Intent intent, LedgerView ledger, Context<Lane> context, Lease begin) {
      this.intent = intent;
      this.ledger = ledger;
      this.context = context;
      this.begin = begin;
    }

    void commit() throws InterruptedException {
      context.commitNow(
          List.of(Emit.toPartition(topic, context.partition(), intent.action(), intent)));
      ledger.put(intent);
    }

    @Override
    public void confirm() throws InterruptedException {
      context.confirmOwned();
    }

    @Override
    public void mayBegin() throws InterruptedException {
      begin.confirm();
    }

    @Override
    public void attempt(JsonNode prepared) throws InterruptedException {
      if (intent.attempts().size() == LedgerEntry.Intent.MAX_ATTEMPTS) {
        throw new IllegalStateException(
            "a write has at most " + LedgerEntry.Intent.MAX_ATTEMPTS + " attempts");
      }
      intent = fitting(intent.with(new LedgerEntry.Attempt(clock.instant(), prepared)));
      commit();
    }
  }
}
