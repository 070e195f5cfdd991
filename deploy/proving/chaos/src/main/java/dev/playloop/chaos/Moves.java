package dev.playloop.chaos;

import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.Servers;
import dev.playloop.chaos.system.WorkerKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What an operator does to the processes of a system that works on, step by step.
public enum Moves {
  /// From one process of each role to two, to four and back.
  SCALE(4) {
    @Override
    List<Step> begin() {
      return List.of();
    }

    @Override
    List<Step> round(int brokers) {
      return List.of(to(2), to(4), to(2), to(1));
    }
  },

  /// Of two processes of each role one after the other is restarted in order, each when the one
  /// before is ready again, as a StatefulSet does it; then each broker is, where there are several.
  ROLL(2) {
    @Override
    List<Step> begin() {
      return List.of(to(2));
    }

    @Override
    List<Step> round(int brokers) {
      List<Step> steps = new ArrayList<>();
      for (WorkerKind role : WorkerKind.values()) {
        for (int place = 1; place >= 0; place--) {
          steps.add(restart(role, place));
        }
      }
      for (int broker = 0; brokers > 1 && broker < brokers; broker++) {
        steps.add(restart(broker));
      }
      return steps;
    }
  };

  private static final int LEAVE_SECONDS = 20;
  private static final Duration READY = Duration.ofSeconds(90);

  private final int places;

  Moves(int places) {
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
  abstract List<Step> begin();

  abstract List<Step> round(int brokers);

  /// On so many brokers, with as many places as it needs.
  Servers servers(int brokers) {
    return new Servers(Servers.ONE.chain(), brokers, places);
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

  private static Step restart(WorkerKind role, int place) {
    return new Step(
        "restarted " + role.word() + "-" + place,
        system -> {
          Instance instance = system.instance(role, place);
          instance.restart(true, _ -> {});
          if (!Ends.await(instance::isReady, READY)) {
            system.unhealed(instance + " was not ready in time behind its restart");
          }
        });
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
