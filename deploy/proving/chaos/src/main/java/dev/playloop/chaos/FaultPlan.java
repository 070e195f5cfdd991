package dev.playloop.chaos;

import dev.playloop.chaos.system.TornFolder;
import dev.playloop.chaos.system.WorkerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Which faults come when: all of it follows from the seed. Immutable.
record FaultPlan(List<Step> steps) {
  private static final int MIN_GAP_MS = 800;
  private static final int MAX_GAP_MS = 2_000;
  private static final int MAX_NTH = 4;
  private static final int OF_BROKERS_EVERY = 4;

  /// One fault, `afterMs` after the one before it.
  record Step(int afterMs, Fault fault) {}

  FaultPlan {
    steps = List.copyOf(steps);
  }

  static FaultPlan of(long seed, int faults) {
    return of(seed, faults, 1);
  }

  /// @param brokers 1 or more; where there are several, every fourth fault or so is theirs
  static FaultPlan of(long seed, int faults, int brokers) {
    Random random = new Random(seed);
    List<Step> steps = new ArrayList<>(faults);
    for (int i = 0; i < faults; i++) {
      int afterMs = random.nextInt(MIN_GAP_MS, MAX_GAP_MS);
      boolean ofBrokers = brokers > 1 && random.nextInt(OF_BROKERS_EVERY) == 0;
      steps.add(new Step(afterMs, ofBrokers ? ofBrokers(random, brokers) : fault(random)));
    }
    return new FaultPlan(steps);
  }

  private static Fault ofBrokers(Random random, int brokers) {
    int broker = random.nextInt(brokers);
    return switch (random.nextInt(9)) {
      case 0, 1 -> new Fault.KillBroker(broker);
      case 2 -> new Fault.RestartBroker(broker);
      case 3 -> new Fault.FreezeBroker(broker, random.nextInt(10_000, 14_000));
      case 4 -> new Fault.LoseBroker(broker);
      case 5 -> new Fault.FillBroker(broker);
      case 6 -> new Fault.CutZone(broker, random.nextInt(11_000, 16_000));
      default ->
          new Fault.BadPath(
              pick(random, WorkerKind.values()),
              broker,
              pick(random, Fault.Way.values()),
              random.nextInt(2_000, 8_000));
    };
  }

  private static Fault fault(Random random) {
    WorkerKind role = pick(random, WorkerKind.values());
    return switch (random.nextInt(24)) {
      case 0, 1, 2, 3, 4 -> new Fault.Kill(role);
      case 5, 6, 7, 8 -> killAt(random, role);
      case 9, 10 -> new Fault.Freeze(role, random.nextInt(7_000, 9_000));
      case 11 -> new Fault.KillBroker(0);
      case 12 -> new Fault.KillDatabase();
      case 13, 14, 15 ->
          new Fault.BadLink(role, pick(random, Fault.Way.values()), random.nextInt(1_000, 5_000));
      case 16 -> new Fault.Reset(role);
      case 17 -> new Fault.HalfClose(role);
      case 18 -> new Fault.Join(role);
      case 19, 20, 21 -> tear(random);
      case 22 -> new Fault.FullDisk();
      default -> new Fault.Leave(role);
    };
  }

  /// Mostly of the projector, which has the stores.
  private static Fault tear(Random random) {
    WorkerKind role =
        random.nextInt(4) > 0 ? WorkerKind.PROJECTOR : pick(random, WorkerKind.values());
    return new Fault.TearFiles(
        role, pick(random, TornFolder.Tear.values()), random.nextBoolean(), random.nextLong());
  }

  private static Fault killAt(Random random, WorkerKind role) {
    List<String> points = role.points();
    return points.isEmpty()
        ? new Fault.Kill(role)
        : new Fault.KillAt(
            role, points.get(random.nextInt(points.size())), 1 + random.nextInt(MAX_NTH));
  }

  private static <T> T pick(Random random, T[] all) {
    return all[random.nextInt(all.length)];
  }
}
