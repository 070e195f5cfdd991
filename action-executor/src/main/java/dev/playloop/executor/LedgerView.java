package dev.playloop.executor;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The ledger of one partition in memory. An open intent stays until its outcome is known. The
/// [#FULL] newest outcomes are whole; of an older one the status is left, since it was committed
/// together with its result, and only a duplicate will ever ask; and once its action could not be
/// begun any more for [#MARGIN], it is forgotten. What an outcome keeps for its world stays on the
/// log, from which the world is told at the next takeover; nobody asks for it here. Thread-safe.
final class LedgerView {
  static final int FULL = 256;

  /// How far the clocks of two executors may differ, and a question may come behind its answer.
  static final Duration MARGIN = Duration.ofMinutes(10);

  private final Duration longest;
  private final Map<ActionId, LedgerEntry.Intent> open = new LinkedHashMap<>();
  private final LinkedHashMap<ActionId, Ended> newest = new LinkedHashMap<>();

  /// By the minute in which they may be forgotten, as minutes since the epoch.
  private final TreeMap<Long, EndedWrites> older = new TreeMap<>();

  /// @param until when it may be forgotten
  private record Ended(LedgerEntry.Outcome outcome, Instant until) {}

  /// @param longest how far ahead an action may be valid, for those of which only the log tells
  LedgerView(Duration longest) {
    this.longest = longest;
  }

  synchronized @Nullable LedgerEntry find(ActionId action) {
    Ended ended = newest.get(action);
    if (ended != null) {
      return ended.outcome();
    }
    LedgerEntry.Intent intent = open.get(action);
    return intent == null ? among(action) : intent;
  }

  /// An entry that was read from the log, or an intent.
  synchronized void put(LedgerEntry entry) {
    switch (entry) {
      case LedgerEntry.Intent intent -> {
        newest.remove(intent.action());
        open.put(intent.action(), intent);
      }
      case LedgerEntry.Outcome outcome -> put(outcome, outcome.at().plus(longest));
    }
  }

  /// @param notAfter when its action could be begun at the latest
  synchronized void put(LedgerEntry.Outcome outcome, Instant notAfter) {
    open.remove(outcome.action());
    Instant last = notAfter.isAfter(outcome.at()) ? notAfter : outcome.at();
    newest.putLast(outcome.action(), new Ended(outcome.with(List.of()), last.plus(MARGIN)));
    if (newest.size() > FULL) {
      Map.Entry<ActionId, Ended> oldest = newest.pollFirstEntry();
      older
          .computeIfAbsent(minute(oldest.getValue().until()) + 1, _ -> new EndedWrites())
          .put(EndedWrites.Key.of(oldest.getKey()), oldest.getValue().outcome().result().status());
    }
    older.headMap(minute(outcome.at()), true).clear();
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
    return open.size() + newest.size() + older.values().stream().mapToInt(EndedWrites::size).sum();
  }

  /// The newest that is known of it: one that expired and was begun again may be there twice.
  private LedgerEntry.@Nullable Outcome among(ActionId action) {
    EndedWrites.Key key = EndedWrites.Key.of(action);
    for (EndedWrites ended : older.descendingMap().values()) {
      ActionResult.Status status = ended.find(key);
      if (status != null) {
        return new LedgerEntry.Outcome(
            action, Instant.EPOCH, ActionResult.of(action, action.turn().run().agent(), status));
      }
    }
    return null;
  }

  private static long minute(Instant at) {
    return Math.floorDiv(at.getEpochSecond(), 60L);
  }
}
