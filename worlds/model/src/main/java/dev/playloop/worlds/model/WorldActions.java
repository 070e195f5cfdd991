package dev.playloop.worlds.model;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The acting half of a world, used by the executor. Called on many threads at once, but for one
/// lane by one thread at a time. A refusal is a value; an outage is [WorldUnavailable].
public interface WorldActions extends AutoCloseable {
  /// How the world makes sure that an action acts once.
  Safety safety();

  /// Performs one action. With [Safety#TRANSACTIONAL] the same action id again returns the kept
  /// result and changes nothing. Throws [WorldUnavailable] where nothing happened and a retry is
  /// right; any other doubt is a result with status UNKNOWN.
  ActionResult perform(Action action) throws InterruptedException;

  /// As [#perform(Action)], for a world in which a write may have to wait before it begins, or is
  /// many steps that can't be taken back, such as presses of buttons: it asks `lease` in each of
  /// its transactions, or right before each step.
  default ActionResult perform(Action action, Lease lease) throws InterruptedException {
    return perform(action);
  }

  /// Finds out whether the action has happened, without performing it: DONE with its result, FAILED
  /// (`not_done`) where it has not, UNKNOWN where that can't be told. `preState` is what
  /// [#observeBefore] returned before the act, where an intent was kept.
  ActionResult reconcile(Action action, @Nullable JsonNode preState) throws InterruptedException;

  /// What the action would do, without effect.
  ActionResult simulate(Action action) throws InterruptedException;

  /// What `reconcile` will need, read right before the act; null where nothing is.
  default @Nullable JsonNode observeBefore(Action action) throws InterruptedException {
    return null;
  }

  @Override
  void close();

  /// Whether the action may still be begun, or go on.
  @FunctionalInterface
  interface Lease {
    /// One that nobody takes back.
    Lease GIVEN = () -> {};

    /// For [Safety#LEDGER], returns where no other executor had taken over within the last two
    /// seconds; for [Safety#TRANSACTIONAL], at once, where nobody has halted the agent. Throws
    /// otherwise; a world lets that through untouched and does nothing more.
    void confirm() throws InterruptedException;
  }

  /// TRANSACTIONAL: an op-id row in the same transaction as the effect. LEDGER: intent, act,
  /// outcome on the ledger, and `reconcile` after a crash.
  enum Safety {
    TRANSACTIONAL,
    LEDGER
  }
}
