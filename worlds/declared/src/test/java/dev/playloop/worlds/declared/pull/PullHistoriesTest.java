package dev.playloop.worlds.declared.pull;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.declared.pull.PullHistory.End;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Thousands of histories of a pulled world with faults, each by its seed: no action acts twice,
/// none is lost, none is called done that was not, and none is called undone that was done.
@Tag("slow")
class PullHistoriesTest {
  private static final int HISTORIES = 10_000;

  /// The first of them once found a doubled `not_done` that was taken for an answer to a later
  /// question of the same connection.
  private static final long FIRST = 62_417_002_304_805L;

  private static final int STEPS = 150;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noneTwiceNoneLostNoneDoneThatWasNot(boolean forgets) {
    long first = Long.getLong("playloop.seed", FIRST);
    System.out.println("pull histories from seed " + first);
    Map<String, Integer> seen = new TreeMap<>();
    for (long seed = first; seed < first + HISTORIES; seed++) {
      PullHistory history = new PullHistory(seed, forgets);
      history.play(STEPS);
      judge(history, forgets, "seed " + seed);
      history.seen.forEach((what, times) -> seen.merge(what, times, Integer::sum));
      history.ends.values().forEach(end -> seen.merge(end.name(), 1, Integer::sum));
    }
    System.out.println("pull histories saw " + seen);
    assertThat(seen)
        .as("all that was to be tried happened")
        .containsKeys(
            "orders",
            "questions",
            "again",
            "held",
            "superseded",
            "ran out",
            "Known",
            "TooLate",
            "Refused",
            "Counts",
            "DONE",
            "NOT_DONE");
    assertThat(seen.containsKey("UNKNOWN")).isEqualTo(forgets);
  }

  private static void judge(PullHistory history, boolean forgets, String seed) {
    assertThat(history.ends).as("%s: none is lost", seed).hasSize(history.actions);
    assertThat(history.game.effects.values()).as("%s: none twice", seed).allMatch(n -> n == 1);
    for (Map.Entry<ActionId, End> ended : history.ends.entrySet()) {
      int effects = history.game.effects.getOrDefault(ended.getKey(), 0);
      switch (ended.getValue()) {
        case DONE -> assertThat(effects).as("%s: done, %s", seed, ended.getKey()).isEqualTo(1);
        case NOT_DONE -> assertThat(effects).as("%s: undone, %s", seed, ended.getKey()).isZero();
        case UNKNOWN -> assertThat(forgets).as("%s: unknown, %s", seed, ended.getKey()).isTrue();
      }
    }
  }
}
