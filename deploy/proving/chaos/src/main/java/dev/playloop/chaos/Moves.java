package dev.playloop.chaos;

import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.Servers;
import dev.playloop.chaos.system.WorkerKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/// What an operator does to the processes of a system that works on, step by step.
public enum Moves {
  /// From one process of each role to two, to four and back.
  SCALE(1, 4) {
    @Override
    List<Step> round(int brokers) {
      return List.of(to(2), to(4), to(2), to(1));
    }
  },

  /// Of two processes of each role one after the other is restarted in order, each when the one
  /// before is ready again, as a StatefulSet does it; then each broker is, where there are several.
  ROLL(2, 2) {
    @Override
    List<Step> round(int brokers) {
      List<Step> steps = new ArrayList<>(eachOfTwo(Moves::restarted));
      for (int broker = 0; brokers > 1 && broker < brokers; broker++) {
        steps.add(restart(broker));
      }
      return steps;
    }
  },

  /// Of two processes of each role one after the other is killed and started again at once, each
  /// when the one before is ready: what a process that dies costs agents, beside one that is ended.
  KILL(2, 2) {
    @Override
    List<Step> round(int brokers) {
      return eachOfTwo(Moves::killed);
    }
  };

  private static final int LEAVE_SECONDS = 20;
  private static final Duration READY = Duration.ofSeconds(90);

  private final int first;
  private final int places;

  /// From so many processes of each role to at most so many.
  Moves(int first, int places) {
    this.first = first;
    this.places = places;
  }

  /// One thing that is done, and what it is called.
  record Step(String words, Deed deed) {}

  /// Does it; returns before it has had its effect.
  @FunctionalInterface
  interface Deed {
    void to(ChaosSystem system) throws InterruptedException;
  }

  /// What comes before the first round.
  List<Step> begin() {
    return first == 1 ? List.of() : List.of(to(first));
  }

  abstract List<Step> round(int brokers);

  /// On so many brokers, with as many places as it needs.
  Servers servers(int brokers) {
    return new Servers(Servers.ONE.chain(), brokers, false, places);
  }

  /// Up: the further ones start; down: the highest ones end in order, as a StatefulSet does it.
  private static Step to(int processes) {
    return new Step(
        processes + " of each role",
        system -> {
          for (WorkerKind role : WorkerKind.values()) {
            for (int place = system.places() - 1; place >= 1; place--) {
              Instance instance = system.instance(role, place);
              if (place < processes && !instance.isWanted()) {
                instance.start();
              } else if (place >= processes && instance.isWanted()) {
                instance.stop(LEAVE_SECONDS);
              }
            }
          }
        });
  }

  private static List<Step> eachOfTwo(BiFunction<WorkerKind, Integer, Step> step) {
    return Stream.of(WorkerKind.values())
        .flatMap(role -> Stream.of(step.apply(role, 1), step.apply(role, 0)))
        .toList();
  }

  private static Step restarted(WorkerKind role, int place) {
    return new Step(
        "restarted " + role.word() + "-" + place,
        system -> {
          Instance instance = system.instance(role, place);
          instance.restart(true, _ -> {});
          awaitReady(system, instance);
        });
  }

  private static Step killed(WorkerKind role, int place) {
    return new Step(
        "killed " + role.word() + "-" + place,
        system -> {
          Instance instance = system.instance(role, place);
          instance.killAndStart(null);
          awaitReady(system, instance);
        });
  }

  private static void awaitReady(ChaosSystem system, Instance instance)
      throws InterruptedException {
    if (!Ends.await(instance::isReady, READY)) {
      system.unhealed(instance + " was not ready in time behind its restart");
    }
  }

  private static Step restart(int broker) {
    return new Step(
        "restarted broker " + broker,
        system -> {
          if (!system.awaitBrokers()) {
            system.unhealed("a broker was not whole again before the next one was restarted");
          }
          system.brokers().restart(broker);
        });
  }
}
