package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.check.ChainCheck;
import dev.playloop.chaos.check.ChainFacts;
import dev.playloop.chaos.check.ChainFacts.Told;
import dev.playloop.chaos.world.EternumDeeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The executor dies by `kill -9` at each [DeathPlace]: its successor ends what it had begun, the
/// action lands once and has one result, and the next one follows it. All places in one system,
/// whose chain outlives them. One alone: `-Dchaos.place=AFTER_SEND`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ChainCrashContract {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int MOST_OF_A_DAY = 12;
  private static final String ONLY = System.getProperty("chaos.place", "");

  private @Nullable ChainRig running;

  /// The program of a starknet-devnet; null: the simulated chain.
  abstract @Nullable Path devnet() throws InterruptedException;

  @BeforeAll
  void start(@TempDir Path folder) throws InterruptedException {
    running = new ChainRig(folder, devnet());
  }

  @AfterAll
  void stop() throws InterruptedException {
    if (running != null) {
      running.close();
    }
  }

  static Stream<DeathPlace> places() {
    return Stream.of(DeathPlace.values())
        .filter(place -> ONLY.isEmpty() || place.name().equals(ONLY));
  }

  @ParameterizedTest
  @MethodSource("places")
  void whereverTheExecutorDiesTheActionLandsOnceAndHasOneResult(DeathPlace place)
      throws InterruptedException {
    ChainRig rig = Objects.requireNonNull(running);
    int deaths = rig.deaths();
    int landed = rig.facts().landed().size();
    long paladins = rig.paladins();

    place.before(rig);
    done(rig, "at-" + place);
    place.after(rig);
    assertThat(Ends.await(() -> rig.deaths() > deaths, PATIENCE)).as("it died").isTrue();
    rig.settle(PATIENCE);
    assertThat(ChainCheck.check(rig.facts())).as("before anything else is asked for").isEmpty();
    rig.calm();
    done(rig, "behind-" + place);
    rig.settle(PATIENCE);

    ChainFacts facts = rig.facts();
    assertThat(ChainCheck.check(facts)).isEmpty();
    assertThat(rig.deaths()).as("deaths").isEqualTo(deaths + 1);
    assertThat(facts.landed()).as("two actions").hasSize(landed + 2);
    assertThat(paladins - rig.paladins()).as("guards that were posted").isEqualTo(2);
  }

  /// One action after the other until the account's day is over, with a death behind each: whoever
  /// comes next knows from the ledger what was spent.
  @Test
  void noDayPassesItsSumHoweverOftenTheExecutorDies() throws InterruptedException {
    ChainRig rig = Objects.requireNonNull(running);
    List<Told> told = List.of();
    for (int i = 1; i <= MOST_OF_A_DAY && told.stream().allMatch(ChainCrashContract::isDone); i++) {
      String id = rig.order(ChainRig.PAUPER, "poor-" + i);
      assertThat(rig.ended(id, PATIENCE)).as("%s ended", id).isTrue();
      told = told(rig, id);
      rig.kill();
    }

    assertThat(told).singleElement().extracting(Told::status).isEqualTo("REFUSED");
    assertThat(rig.facts().landed())
        .as("what a day allows")
        .filteredOn(one -> one.account().equals(EternumDeeds.ACCOUNTS.getLast().hex()))
        .hasSizeGreaterThan(1);
    assertThat(ChainCheck.check(rig.facts())).isEmpty();
  }

  private static boolean isDone(Told told) {
    return told.status().equals("DONE");
  }

  private static List<Told> told(ChainRig rig, String id) throws InterruptedException {
    ChainFacts facts = rig.facts();
    return facts.results().keySet().stream()
        .filter(action -> action.contains(":" + id + "#"))
        .flatMap(action -> facts.ends(action).stream())
        .distinct()
        .toList();
  }

  private static void done(ChainRig rig, String id) throws InterruptedException {
    assertThat(rig.ended(rig.order(ChainRig.WARDEN, id), PATIENCE)).as("%s ended", id).isTrue();
    assertThat(told(rig, id))
        .as("results of %s", id)
        .singleElement()
        .extracting(Told::status)
        .isEqualTo("DONE");
  }
}
