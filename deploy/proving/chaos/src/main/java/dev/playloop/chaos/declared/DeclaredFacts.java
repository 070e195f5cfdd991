package dev.playloop.chaos.declared;

import dev.playloop.chaos.declared.PlayedGame.Trouble;
import dev.playloop.schemas.event.ActionResult.Status;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What was counted of worlds that are data, as plain values, so that [DeclaredCheck] is a pure
/// function.
///
/// @param written when each write was first seen on the log, and until when it was to be begun, by
///   its action's id
/// @param deeds the actions that games did by their own stores, each as often as it was done
/// @param told the last word of the executor on each action, and when it was seen
/// @param believed how the actions of each run that was closed ended, by the journal
/// @param troubles what was wrong with the game of each world, and when
@RecordBuilder
record DeclaredFacts(
    Map<String, Written> written,
    List<String> deeds,
    Map<String, Told> told,
    Map<String, List<Status>> believed,
    Map<String, List<Trouble>> troubles) {
  record Written(Instant at, Instant notAfter) {}

  /// `why` is what the executor said where it was not done; may be empty.
  record Told(Status status, Instant at, String why) {}

  DeclaredFacts {
    written = Map.copyOf(written);
    deeds = List.copyOf(deeds);
    told = Map.copyOf(told);
    believed = Map.copyOf(believed);
    troubles = Map.copyOf(troubles);
  }

  /// Whether nobody has said of it that it was not done.
  boolean mayBeDone(String action) {
    Told word = told.get(action);
    return word == null || word.status() == Status.DONE || word.status() == Status.UNKNOWN;
  }

  /// How many actions ended in which way.
  Map<Status, Integer> ended() {
    Map<Status, Integer> ended = new TreeMap<>();
    told.values().forEach(each -> ended.merge(each.status(), 1, Integer::sum));
    return ended;
  }
}
