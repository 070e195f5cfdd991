package dev.playloop.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the faults of a plan happen. Faults overlap: none waits for another's end. The caller's
/// thread runs the plan; what heals later does so on virtual threads.
final class FaultRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FaultRunner.class);
  private static final int LEAVE_SECONDS = 20;
  private static final Duration TOLD_WITHIN = Duration.ofSeconds(150);

  private final ChaosSystem system;
  private final ExecutorService healers = Executors.newVirtualThreadPerTaskExecutor();
  private final Thread supervisor;
  private final List<Fault> done = new ArrayList<>();
  private final List<String> untold = new CopyOnWriteArrayList<>();
  private volatile boolean closing;

  FaultRunner(ChaosSystem system) {
    this.system = system;
    this.supervisor = Thread.ofVirtual().start(this::supervise);
  }

  void run(FaultPlan plan) throws InterruptedException {
    for (FaultPlan.Step step : plan.steps()) {
      TimeUnit.MILLISECONDS.sleep(step.afterMs());
      LOG.info("{}", step.fault());
      apply(step.fault());
      done.add(step.fault());
    }
  }

  List<Fault> done() {
    return List.copyOf(done);
  }

  /// What the operator should have been told, and was not.
  List<String> untold() {
    return List.copyOf(untold);
  }

  void apply(Fault fault) throws InterruptedException {
    switch (fault) {
      case Fault.Kill(Role role) -> system.instance(role, 0).killAndStart(null);
      case Fault.KillAt(Role role, String point, int nth) ->
          system.instance(role, 0).killAndStart(point + ":" + nth);
      case Fault.Freeze(Role role, int millis) -> freeze(system.instance(role, 0), millis);
      case Fault.KillBroker() -> system.killBroker();
      case Fault.KillDatabase() -> heal(0, system.database()::crash);
      case Fault.BadLink(Role role, Fault.Way way, int millis) -> {
        Link link = system.instance(role, 0).link();
        link.set(way.state());
        heal(millis, () -> link.set(Link.State.GOOD));
      }
      case Fault.Reset(Role role) -> system.instance(role, 0).link().reset();
      case Fault.HalfClose(Role role) -> system.instance(role, 0).link().halfClose();
      case Fault.Join(Role role) -> join(system.instance(role, 1));
      case Fault.Leave(Role role) -> {
        Instance second = system.instance(role, 1);
        if (second.isWanted()) {
          heal(0, () -> second.stop(LEAVE_SECONDS));
        } else {
          join(second);
        }
      }
      case Fault.TearFiles(Role role, TornFolder.Tear tear, boolean inOrder, long seed) ->
          system
              .instance(role, 0)
              .restart(
                  inOrder,
                  folder -> TornFolder.tear(folder, role.strikeFiles(), tear, new Random(seed)));
      case Fault.FullDisk() -> fill(system.instance(Role.PROJECTOR, 0));
    }
  }

  private static void join(Instance second) throws InterruptedException {
    if (second.isWanted()) {
      second.killAndStart(null);
    } else {
      second.start();
    }
  }

  private void freeze(Instance instance, int millis) throws InterruptedException {
    instance.freeze();
    heal(millis, instance::thaw);
  }

  /// However often it ends meanwhile, and whatever else befalls it: it gets to its disk only when
  /// it can reach the broker.
  private void fill(Instance instance) throws InterruptedException {
    long from = instance.fill();
    if (from < 0) {
      return;
    }
    heal(
        0,
        () -> {
          if (!Ends.await(() -> instance.saidThatItsDiskIsFull(from), TOLD_WITHIN)) {
            untold.add(instance + " did not say that its disk was full");
          }
          instance.makeRoom();
        });
  }

  private interface Healing {
    void run() throws InterruptedException;
  }

  private void heal(int afterMillis, Healing healing) {
    healers.execute(() -> {
      try {
        TimeUnit.MILLISECONDS.sleep(afterMillis);
        healing.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }

  private void supervise() {
    while (!closing) {
      system.revive();
      LockSupport.parkNanos(50_000_000);
    }
  }

  /// Waits until all that was to heal has healed.
  @Override
  public void close() {
    healers.close();
  }

  /// Ends the supervision; what dies from now on stays dead.
  void abandon() throws InterruptedException {
    closing = true;
    supervisor.join();
  }
}
