package dev.playloop.chaos;

import dev.playloop.chaos.cluster.Brokers;
import dev.playloop.chaos.cluster.Link;
import dev.playloop.chaos.cluster.Links;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.Supervisor;
import dev.playloop.chaos.system.TornFolder;
import dev.playloop.chaos.system.WorkerKind;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the faults of a plan happen. Faults overlap: none waits for another's end. The caller's
/// thread runs the plan; what heals later does so on virtual threads.
final class FaultRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FaultRunner.class);
  private static final int LEAVE_SECONDS = 20;
  private static final Duration TOLD_WITHIN = Duration.ofSeconds(150);

  private final ChaosSystem system;
  private final Healers healers;
  private final Supervisor supervisor;
  private final List<Fault> done = new CopyOnWriteArrayList<>();
  private final List<String> untold = new CopyOnWriteArrayList<>();

  FaultRunner(ChaosSystem system) {
    this.system = system;
    this.healers = new Healers(system::unhealed);
    this.supervisor = Supervisor.over(system);
  }

  void run(FaultPlan plan) throws InterruptedException {
    for (FaultPlan.Step step : plan.steps()) {
      TimeUnit.MILLISECONDS.sleep(step.afterMs());
      LOG.info("{}", step.fault());
      apply(step.fault());
    }
  }

  /// Those that have happened, which is not always what the plan had in mind.
  List<Fault> done() {
    return List.copyOf(done);
  }

  /// What the operator should have been told, and was not.
  List<String> untold() {
    return List.copyOf(untold);
  }

  void apply(Fault fault) throws InterruptedException {
    if (happens(fault)) {
      done.add(fault);
    }
  }

  /// False where it has not happened by now; what happens later, or as another fault, is counted
  /// where it does.
  private boolean happens(Fault fault) throws InterruptedException {
    switch (fault) {
      case Fault.Kill(WorkerKind role) -> system.instance(role, 0).killAndStart(null);
      case Fault.KillAt(WorkerKind role, String point, int nth) ->
          system.instance(role, 0).killAndStart(point + ":" + nth);
      case Fault.Freeze(WorkerKind role, int millis) -> {
        Instance instance = system.instance(role, 0);
        instance.freeze();
        healers.heal(fault, millis, instance::thaw);
      }
      case Fault.KillBroker(int broker) -> {
        return whileAllAreThere(() -> brokers().kill(broker));
      }
      case Fault.RestartBroker(int broker) -> {
        return whileAllAreThere(() -> brokers().restart(broker));
      }
      case Fault.LoseBroker(int broker) -> {
        return whileAllAreThere(() -> brokers().lose(broker));
      }
      case Fault.FreezeBroker(int broker, int millis) -> {
        return whileAllAreThere(() -> {
          brokers().freeze(broker);
          healers.heal(fault, millis, () -> brokers().thaw(broker));
        });
      }
      case Fault.FillBroker(int broker) -> {
        return system.awaitBrokers() && fillBroker(fault, broker);
      }
      case Fault.CutZone(int broker, int millis) -> {
        return system.awaitBrokers() && cutZone(fault, broker, millis);
      }
      case Fault.BadPath(WorkerKind role, int broker, Fault.Way way, int millis) -> {
        Link link = system.instance(role, 0).links().to(broker);
        link.set(way.state());
        healers.heal(fault, millis, () -> link.set(Link.State.GOOD));
      }
      case Fault.KillDatabase() -> {
        healers.heal(fault, 0, () -> crashDatabase(fault));
        return false;
      }
      case Fault.BadLink(WorkerKind role, Fault.Way way, int millis) -> {
        Links links = system.instance(role, 0).links();
        links.set(way.state());
        healers.heal(fault, millis, () -> links.set(Link.State.GOOD));
      }
      case Fault.Reset(WorkerKind role) -> system.instance(role, 0).links().reset();
      case Fault.HalfClose(WorkerKind role) -> system.instance(role, 0).links().halfClose();
      case Fault.Join(WorkerKind role) -> join(system.instance(role, 1));
      case Fault.Leave(WorkerKind role) -> {
        Instance second = system.instance(role, 1);
        if (second.isWanted()) {
          healers.heal(fault, 0, () -> second.stop(LEAVE_SECONDS));
        } else {
          join(second);
        }
      }
      case Fault.TearFiles(WorkerKind role, TornFolder.Tear tear, boolean inOrder, long seed) ->
          system
              .instance(role, 0)
              .restart(
                  inOrder,
                  folder -> TornFolder.tear(folder, role.strikeFiles(), tear, new Random(seed)));
      case Fault.FullDisk() -> {
        return fill(fault, system.instance(WorkerKind.PROJECTOR, 0));
      }
    }
    return true;
  }

  private Brokers brokers() {
    return system.brokers();
  }

  /// Where a broker is still away, this one has not happened.
  private boolean whileAllAreThere(Healers.Healing fault) throws InterruptedException {
    if (!system.awaitBrokers()) {
      return false;
    }
    fault.run();
    return true;
  }

  private static void join(Instance second) throws InterruptedException {
    if (second.isWanted()) {
      second.killAndStart(null);
    } else {
      second.start();
    }
  }

  private void crashDatabase(Fault fault) throws InterruptedException {
    if (system.database().crash()) {
      done.add(fault);
    }
  }

  /// However often it ends meanwhile, and whatever else befalls it: it gets to its disk only when
  /// it can reach the broker. Where its disk was full already, this was a kill.
  private boolean fill(Fault fault, Instance instance) throws InterruptedException {
    long from = instance.fill();
    if (from < 0) {
      done.add(new Fault.Kill(instance.role()));
      return false;
    }
    healers.heal(
        fault,
        0,
        () -> {
          if (!Ends.await(() -> instance.saidThatItsDiskIsFull(from), TOLD_WITHIN)) {
            untold.add(instance + " did not say that its disk was full");
          }
          instance.makeRoom();
        });
    return true;
  }

  /// Where this machine can't fill a disk, this was a kill.
  private boolean fillBroker(Fault fault, int broker) throws InterruptedException {
    if (!brokers().fill(broker)) {
      brokers().kill(broker);
      done.add(new Fault.KillBroker(broker));
      return false;
    }
    healers.heal(
        fault,
        0,
        () -> {
          if (!Ends.await(() -> !brokers().isFull(broker), TOLD_WITHIN)) {
            untold.add("broker " + broker + " went on, though its disk was full");
          }
        });
    return true;
  }

  private boolean cutZone(Fault fault, int broker, int millis) {
    if (!brokers().cutZone(broker)) {
      return false;
    }
    healers.heal(fault, millis, () -> brokers().joinZone(broker));
    return true;
  }

  /// Waits until all that was to heal has healed.
  void settle() {
    healers.close();
  }

  /// Ends the supervision: what dies from now on stays dead. What has not healed stays as it is.
  @Override
  public void close() {
    healers.abandon();
    supervisor.close();
  }
}
