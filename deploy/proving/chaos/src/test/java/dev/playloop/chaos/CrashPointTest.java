package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.check.Checker;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.system.Agents;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.WorkerKind;
import dev.playloop.chaos.world.ChaosWorlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every worker dies at each of its named crash points, in the middle of runs in a world that only
/// the ledger protects: whoever goes on where it died is the next to die, while the others die at
/// theirs. Limits are so long that nothing lost would be done again by them: what ends, ends
/// because the successor went on. One alone: `-Dchaos.point=executor:commit.sent`.
@Tag("slow")
class CrashPointTest {
  private static final Duration LONG = Duration.ofMinutes(20);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
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
      faults.settle();
      faults.close();
    }
    if (observer != null) {
      observer.close();
    }
    if (system != null) {
      system.close();
    }
  }

  @Test
  void nothingIsLostOrDoneTwiceWhereverAWorkerDies() throws InterruptedException {
    Set<String> accepted;
    try (Load load = new Load(system, agents.ids(), new Load.Pace(7, ROOM, "order"))) {
      ends.listen(load::ended);
      load.start();
      for (WorkerKind role : WorkerKind.values()) {
        List<String> points = points(role).map(CrashPointTest::nth).toList();
        if (!points.isEmpty()) {
          system.instance(role, 0).dieAt(points);
        }
      }
      for (WorkerKind role : WorkerKind.values()) {
        Instance worker = system.instance(role, 0);
        List<String> points = points(role).toList();
        for (int i = 0; i < points.size(); i++) {
          int before = i;
          assertThat(Ends.await(() -> worker.reached() > before, PATIENCE))
              .as("%s died at %s", role, points.get(i))
              .isTrue();
        }
      }
      load.stop();
      accepted = load.accepted();
    }

    assertThat(ends.awaitAll(accepted, PATIENCE)).as("every run ended").isTrue();
    Facts facts = new FactsReader(system, observer).read(accepted, List.of(), agents.caps());
    assertThat(Checker.check(facts, Duration.ofSeconds(5))).isEmpty();
  }

  private static Stream<String> points(WorkerKind role) {
    return role.points().stream()
        .filter(point -> ONLY.isEmpty() || ONLY.equals(role.word() + ":" + point));
  }

  /// An executor's first transactions hold intents alone; only later ones hold what was done.
  private static String nth(String point) {
    return point + ":" + (point.startsWith("commit.") ? 12 : 3);
  }
}
