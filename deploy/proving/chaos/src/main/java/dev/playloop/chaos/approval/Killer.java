package dev.playloop.chaos.approval;

import dev.playloop.chaos.Ends;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.Supervisor;
import dev.playloop.chaos.system.WorkerKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Kills workers at points, one after the other: the next one is due when the one before is at work
/// again. The caller's thread kills; a virtual one starts again what died.
final class Killer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Killer.class);
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private final ChaosSystem system;
  private final Signs signs;
  private final Supervisor supervisor;

  /// What shows that a role is at work: how much it has done so far.
  interface Signs {
    int of(WorkerKind role);
  }

  /// Counts how often each stage was reached. Thread-safe.
  static final class Stages {
    private final Map<Stage, Integer> counts = new ConcurrentHashMap<>();

    void reached(Stage stage) {
      counts.merge(stage, 1, Integer::sum);
    }

    int count(Stage stage) {
      return counts.getOrDefault(stage, 0);
    }

    /// Waits until it is reached once more; false where it is not.
    private boolean await(Stage stage) {
      int before = count(stage);
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (count(stage) == before) {
        if (System.nanoTime() > deadline) {
          return false;
        }
        LockSupport.parkNanos(1_000_000);
      }
      return true;
    }
  }

  Killer(ChaosSystem system, Signs signs) {
    this.system = system;
    this.signs = signs;
    this.supervisor = Supervisor.over(system);
  }

  /// Kills at each point. Returns the first at which the system stood still; null where none did.
  @Nullable Point run(List<Point> points, Stages stages) throws InterruptedException {
    for (Point point : points) {
      if (!stages.await(point.stage()) || !kill(point)) {
        return point;
      }
      LOG.info("{} and back", point);
    }
    return null;
  }

  private boolean kill(Point point) throws InterruptedException {
    Instance worker = system.instance(point.role(), 0);
    int died = worker.reached();
    TimeUnit.MILLISECONDS.sleep(point.delayMs());
    if (point.failpoint() == null) {
      worker.killAndStart(null);
    } else {
      worker.dieAt(List.of(point.failpoint()));
      if (!Ends.await(() -> worker.reached() > died, PATIENCE)) {
        return false;
      }
    }
    int done = signs.of(point.role());
    return Ends.await(() -> signs.of(point.role()) > done, PATIENCE);
  }

  /// What dies from now on stays dead.
  @Override
  public void close() {
    supervisor.close();
  }
}
