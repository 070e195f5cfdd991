package dev.playloop.executor;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The ledger of one partition in memory: the newest entry per action, in the order they were
/// written. An open intent stays until its outcome is known. An outcome is forgotten when `memory`
/// has passed, and loses its output once [#FULL] newer ones are there: the outcome was committed
/// together with its result, so that only a duplicate will ever ask. What an outcome keeps for its
/// world stays on the log, from which the world is told at the next takeover; nobody asks for it
/// here. Thread-safe.
final class LedgerView {
  static final int FULL = 256;

  private final Duration memory;
  private final Map<ActionId, LedgerEntry.Intent> open = new LinkedHashMap<>();
  private final LinkedHashMap<ActionId, LedgerEntry.Outcome> closed = new LinkedHashMap<>();
  private final LinkedHashMap<ActionId, Boolean> full = new LinkedHashMap<>();

  LedgerView(Duration memory) {
    this.memory = memory;
  }

  synchronized @Nullable LedgerEntry find(ActionId action) {
    LedgerEntry.Outcome outcome = closed.get(action);
    return outcome == null ? open.get(action) : outcome;
  }

  synchronized void put(LedgerEntry entry) {
    switch (entry) {
      case LedgerEntry.Intent intent -> {
        closed.remove(intent.action());
        full.remove(intent.action());
        open.put(intent.action(), intent);
      }
      case LedgerEntry.Outcome outcome -> {
        open.remove(outcome.action());
        closed.putLast(outcome.action(), outcome.with(List.of()));
        full.putLast(outcome.action(), true);
        slim();
        forgetBefore(outcome.at().minus(memory));
      }
    }
  }

  /// Takes back an intent of which is known that nothing happened. It still lies on the log, where
  /// a successor will find it and ask the world.
  synchronized void takeBack(ActionId action) {
    open.remove(action);
  }

  /// When the oldest intent without an outcome was written; null where there is none.
  synchronized @Nullable Instant oldestIntent() {
    return open.isEmpty() ? null : open.values().iterator().next().at();
  }

  synchronized int size() {
    return open.size() + closed.size();
  }

  private void slim() {
    if (full.size() <= FULL) {
      return;
    }
    ActionId oldest = full.firstEntry().getKey();
    full.remove(oldest);
    closed.computeIfPresent(
        oldest,
        (id, outcome) ->
            new LedgerEntry.Outcome(id, outcome.at(), withoutOutput(outcome.result())));
  }

  private void forgetBefore(Instant limit) {
    Iterator<LedgerEntry.Outcome> oldest = closed.values().iterator();
    while (oldest.hasNext()) {
      LedgerEntry.Outcome outcome = oldest.next();
      if (!outcome.at().isBefore(limit)) {
        return;
      }
      full.remove(outcome.action());
      oldest.remove();
    }
  }

  private static ActionResult withoutOutput(ActionResult result) {
    return result.output(null).showing(null);
  }
}
