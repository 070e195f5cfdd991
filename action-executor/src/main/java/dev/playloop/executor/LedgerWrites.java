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
import dev.playloop.schemas.topic.Topic;
import dev.playloop.worlds.model.WorldActions;
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
///                                    │
///       crash, and the successor finds the Intent
///                                    └──reconcile──► Outcome, or UNKNOWN with the Intent kept
/// ```
///
/// An action whose Intent was found is never performed: what the world can't tell stays UNKNOWN. An
/// UNKNOWN action has no Outcome, because its pre-state is needed to ask again.
final class LedgerWrites {
  private static final int MAX_PRE_STATE_BYTES = 64 * 1024;

  private final WorldActions world;
  private final DirectActions direct;
  private final WorldGate gate;
  private final Topic<ActionId, LedgerEntry> topic;
  private final ExecutorSettings settings;
  private final Clock clock;

  LedgerWrites(
      WorldActions world,
      DirectActions direct,
      WorldGate gate,
      Topic<ActionId, LedgerEntry> topic,
      ExecutorSettings settings) {
    this.world = world;
    this.direct = direct;
    this.gate = gate;
    this.topic = topic;
    this.settings = settings;
    this.clock = settings.clock();
  }

  /// Performs the action, unless the ledger knows it.
  ActionResult execute(Action action, Tenure tenure, Context<Lane> context)
      throws InterruptedException {
    LedgerView ledger = tenure.ledger();
    return switch (ledger.find(action.action())) {
      // Nothing had happened by then; the loop issues such an action once more.
      case LedgerEntry.Outcome outcome when outcome.result().status() == Status.EXPIRED ->
          begin(action, ledger, context);
      case LedgerEntry.Outcome outcome -> outcome.result();
      case LedgerEntry.Intent intent -> settle(action, intent.preState());
      // An entry that can't be read may be its intent.
      case null ->
          tenure.whole() || tenure.isFresh(context.offset())
              ? begin(action, ledger, context)
              : settle(action, null);
    };
  }

  /// Finds out what became of the action, and never performs it.
  ActionResult reconcile(Action action, Tenure tenure) throws InterruptedException {
    return switch (tenure.ledger().find(action.action())) {
      case LedgerEntry.Outcome outcome when outcome.result().status() == Status.EXPIRED ->
          Answers.notDone(action);
      case LedgerEntry.Outcome outcome -> outcome.result();
      case LedgerEntry.Intent intent -> settle(action, intent.preState());
      case null -> tenure.whole() ? Answers.notDone(action) : settle(action, null);
    };
  }

  /// What goes on the ledger with this result, or null where nothing does. Never before the result
  /// is within bounds.
  @Nullable Emit<ActionId, LedgerEntry> close(
      ActionResult result, LedgerView ledger, int partition) {
    boolean isKept =
        ledger.find(result.action()) instanceof LedgerEntry.Outcome kept
            && kept.result().status() == result.status();
    if (result.status() == Status.UNKNOWN || isKept) {
      return null;
    }
    LedgerEntry.Outcome outcome = new LedgerEntry.Outcome(result.action(), clock.instant(), result);
    ledger.put(outcome);
    return Emit.toPartition(topic, partition, result.action(), outcome);
  }

  private ActionResult begin(Action action, LedgerView ledger, Context<Lane> context)
      throws InterruptedException {
    Instant now = clock.instant();
    if (now.isAfter(action.notAfter())) {
      return Answers.tooLate(action, gate.isAway());
    }
    if (action.notAfter().isAfter(now.plus(settings.longestNotAfter()))) {
      return Answers.validTooLong(action, settings.longestNotAfter());
    }
    JsonNode preState;
    try {
      preState = observe(action);
    } catch (WorldUnavailable e) {
      throw e;
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      return Answers.bug(action, e);
    }
    LedgerEntry.Intent intent = new LedgerEntry.Intent(action.action(), now, preState);
    Failpoint.reach("executor.before-intent");
    context.commitNow(
        List.of(Emit.toPartition(topic, context.partition(), action.action(), intent)));
    Failpoint.reach("executor.after-intent");
    ledger.put(intent);
    if (clock.instant().isAfter(action.notAfter())) {
      return Answers.tooLate(action, false);
    }
    try {
      return direct.perform(action, preState, context::confirmOwned);
    } catch (WorldUnavailable e) {
      ledger.takeBack(action.action());
      throw e;
    }
  }

  private @Nullable JsonNode observe(Action action) throws InterruptedException {
    JsonNode preState =
        gate.prepare(() -> Optional.ofNullable(world.observeBefore(action))).orElse(null);
    int bytes = preState == null ? 0 : Json.bytes(preState).length;
    if (bytes > MAX_PRE_STATE_BYTES) {
      throw new IllegalStateException(
          "the state before the act has %d bytes, at most %d fit the ledger"
              .formatted(bytes, MAX_PRE_STATE_BYTES));
    }
    return preState;
  }

  private ActionResult settle(Action action, @Nullable JsonNode preState)
      throws InterruptedException {
    // An outage is waited out while there is time, by the caller; after that it is UNKNOWN.
    return clock.instant().isAfter(action.notAfter())
        ? direct.reconcileOnce(action, preState)
        : direct.reconcile(action, preState);
  }
}
