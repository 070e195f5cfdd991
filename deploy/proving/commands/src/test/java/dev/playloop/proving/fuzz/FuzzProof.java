package dev.playloop.proving.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.proving.fuzz.arena.Breach;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the mutations of the fuzzer run, and the test run does not. A mutation is caught where its
/// test fails, so it fails only where each of three seeds finds what this mutation breaks within a
/// minute: one that finds it by luck is not enough, nor is another breach, such as a check that a
/// loaded machine made slow.
final class FuzzProof {
  private static final List<Long> SEEDS = List.of(101L, 202L, 303L);
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final Duration CHECK = Duration.ofSeconds(30);

  @TempDir private Path breaches;

  @Test
  void someOfThreeSeedsKillsNoThreadOfTheLoop() throws InterruptedException {
    someSeedFindsNo("playloop.loop-", "threads");
  }

  @Test
  void someOfThreeSeedsKillsNoThreadOfTheWorlds() throws InterruptedException {
    someSeedFindsNo("playloop.world-", "threads");
  }

  @Test
  void someOfThreeSeedsGetsNoBombOntoATopic() throws InterruptedException {
    someSeedFindsNo(" took a record of ", "topics");
  }

  @Test
  void someOfThreeSeedsFindsNoBugInTheReadingOfReplies() throws InterruptedException {
    someSeedFindsNo("a bug of ours", "replies");
  }

  /// Replies call tools too.
  @Test
  void someOfThreeSeedsFindsNoBugInTheCheckOfArguments() throws InterruptedException {
    someSeedFindsNo("a bug of ours", "arguments", "replies");
  }

  @Test
  void someOfThreeSeedsGetsNoErrorOfTheDoorForGames() throws InterruptedException {
    someSeedFindsNo("answer 500", "gateway");
  }

  private void someSeedFindsNo(String what, String... surfaces) throws InterruptedException {
    for (long seed : SEEDS) {
      FuzzReport report = run(seed);
      if (report.breaches().stream().noneMatch(breach -> isIt(breach, what, Set.of(surfaces)))) {
        System.err.println("seed " + seed + " did not find it: " + report.text());
        return;
      }
    }
    assertThat(SEEDS).as("seeds that found '%s'", what).isEmpty();
  }

  private static boolean isIt(Breach breach, String what, Set<String> surfaces) {
    return surfaces.contains(breach.surface()) && breach.what().contains(what);
  }

  private FuzzReport run(long seed) throws InterruptedException {
    return Fuzzer.run(
        Everywhere.options(seed, TIME, breaches).checkLimit(CHECK).stopAtFirst(true).build());
  }
}
