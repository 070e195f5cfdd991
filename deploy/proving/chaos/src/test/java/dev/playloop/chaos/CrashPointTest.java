package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A worker dies at each named crash point, in the middle of runs in a world that only the ledger
/// protects. Limits are so long that nothing lost would be done again by them: what ends, ends
/// because the successor went on. One alone: `-Dchaos.point=executor:commit.sent`.
class CrashPointTest {
  private static final Duration LONG = Duration.ofMinutes(20);
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int ROOM = 8;
  private static final String ONLY = System.getProperty("chaos.point", "");

  @TempDir private static Path folder;

  private static ChaosSystem system;
  private static Observer observer;
  private static Agents agents;
  private static Ends ends;
  private static FaultRunner faults;

  @BeforeAll
  static void start() throws InterruptedException {
    system =
        ChaosSystem.start(new ChaosSystem.Setup(1, true, folder, AotCache.NONE, ChaosWorlds.PLAIN));
    observer = Observer.start(system);
    agents = Agents.of(system.checker().address(), system.worlds(), LONG, LONG).inVault();
    agents.apply(system.kafka());
    ends = new Ends(system.kafka().topics());
    observer.listen(ends::see);
    system.startWorkers();
    faults = new FaultRunner(system);
  }

  @AfterAll
  static void stop() throws InterruptedException {
    if (faults != null) {
      faults.close();
      faults.abandon();
    }
    if (observer != null) {
      observer.close();
    }
    if (system != null) {
      system.close();
    }
  }

  static Stream<Arguments> points() {
    List<Arguments> points = new ArrayList<>();
    for (Role role : Role.values()) {
      for (String point : role.points()) {
        if (ONLY.isEmpty() || ONLY.equals(role.word() + ":" + point)) {
          points.add(Arguments.of(role, point));
        }
      }
    }
    return points.stream();
  }

  @ParameterizedTest(name = "{0} dies at {1}")
  @MethodSource("points")
  void nothingIsLostOrDoneTwice(Role role, String point) throws InterruptedException {
    Instance worker = system.instance(role, 0);
    int before = worker.reached();
    Set<String> accepted;
    try (Load load =
        new Load(system, agents.ids(), new Load.Pace(7, ROOM, role.word() + "-" + point))) {
      ends.listen(load::ended);
      load.start();
      faults.apply(new Fault.KillAt(role, point, nth(point)));

      assertThat(Ends.await(() -> worker.reached() > before, PATIENCE))
          .as("%s died at %s", role, point)
          .isTrue();
      load.stop();
      accepted = load.accepted();
    }

    assertThat(ends.awaitAll(accepted, PATIENCE)).as("every run ended").isTrue();
    Facts facts = new FactsReader(system, observer).read(accepted, List.of(), agents.caps());
    assertThat(Checker.check(facts, Duration.ofSeconds(5))).isEmpty();
  }

  /// An executor's first transactions hold intents alone; only later ones hold what was done.
  private static int nth(String point) {
    return point.startsWith("commit.") ? 12 : 3;
  }
}
