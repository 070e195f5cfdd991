package dev.playloop.benchmarks;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.executor.ExecutorRole;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.reasoner.ReasonerRole;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.WorldBinding;
import dev.playloop.worlds.model.Worlds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// One role in several processes: reasoners whose model, or executors whose world, takes one second
/// for each call, with at most 100 of them in flight in each process, so that a process is the
/// bottleneck, and work for a minute that lies ready. A line for each number of processes that is
/// named: calls a second, and in percent of what so many processes could make at most.
final class ManyProcesses {
  private static final int PARTITIONS = 12;
  private static final int IN_FLIGHT = 100;
  private static final Duration CALL = Duration.ofSeconds(1);

  /// Of the model, in each process: what it has no slot for would be put off, and nobody asks
  /// again.
  private static final int ROUTE_IN_FLIGHT = 2 * IN_FLIGHT;

  private static final int SECONDS = 60;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private ManyProcesses() {}

  private enum Kind {
    REASONER,
    EXECUTOR
  }

  /// @param args `reasoner` or `executor`, and numbers of processes, such as `1 2 4`
  public static void main(String[] args) throws IOException, InterruptedException {
    Kind kind = Kind.valueOf(args[0].toUpperCase(Locale.ROOT));
    if (args.length == 3 && args[1].equals("--at")) {
      RoleProcess.serve(role(kind, args[2]));
      return;
    }
    for (String count : List.of(args).subList(1, args.length)) {
      int processes = Integer.parseInt(count);
      double rate = measured(kind, processes);
      System.out.printf(
          "%s, %d processes: %.1f calls a second, %.1f %% of %d%n",
          args[0], processes, rate, 100 * rate / processes / IN_FLIGHT, processes * IN_FLIGHT);
    }
  }

  private static KafkaSettings kafka(String bootstrap) {
    return KafkaSettings.of(bootstrap, new Topics(Topics.DEFAULT_PREFIX, PARTITIONS));
  }

  private static Role role(Kind kind, String bootstrap) {
    RoleContext context = RoleContext.of(kafka(bootstrap));
    return switch (kind) {
      case REASONER -> {
        ReasonerSettings usual = ReasonerSettings.standard();
        ReasonerSettings bounded =
            new ReasonerSettings(IN_FLIGHT, usual.apiKeys(), usual.images(), usual.folder());
        yield ReasonerRole.of(bounded, Worlds.of(new BenchWorld())).start(context);
      }
      case EXECUTOR -> {
        ExecutorSettings bounded = ExecutorSettings.standard().withMaxInFlight(IN_FLIGHT);
        yield new ExecutorRole(
                bounded, List.of(WorldBinding.of(new BenchWorld(), new TakingTheirTime())))
            .start(context);
      }
    };
  }

  /// Effects that take as long as a call.
  private static final class TakingTheirTime extends BenchActions {
    @Override
    void act(Action action) throws InterruptedException {
      Thread.sleep(CALL);
    }
  }

  /// Calls a second of so many processes, over the middle half of them.
  private static double measured(Kind kind, int processes)
      throws IOException, InterruptedException {
    Path dir = Files.createTempDirectory("many-processes");
    List<RoleProcess> started = new ArrayList<>();
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir.resolve("broker"))) {
      KafkaSettings kafka = kafka(broker.bootstrapServers());
      try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
        admin.create(kafka.topics().all(List.of(BenchWorld.NAME)), PATIENCE);
      }
      try {
        for (int i = 0; i < processes; i++) {
          started.add(
              RoleProcess.start(
                  ManyProcesses.class,
                  "256m",
                  List.of(kind.name(), "--at", broker.bootstrapServers())));
        }
        int calls = processes * IN_FLIGHT * SECONDS;
        List<Long> times = ends(kind, kafka, calls).stream().sorted().toList();
        int from = calls / 4;
        int to = 3 * calls / 4;
        return (to - from) * 1_000.0 / (times.get(to) - times.get(from));
      } finally {
        started.forEach(RoleProcess::close); // before their broker
      }
    }
  }

  private static List<Long> ends(Kind kind, KafkaSettings kafka, int calls)
      throws IOException, InterruptedException {
    return switch (kind) {
      case REASONER -> {
        try (WireProcess model = WireProcess.start()) {
          Backlog.fill(
              kafka, calls, BenchSystem.route(model.model(CALL.toMillis()), ROUTE_IN_FLIGHT));
          yield Backlog.await(kafka, calls);
        }
      }
      case EXECUTOR -> {
        Backlog.fillActions(kafka, calls);
        yield Backlog.awaitResults(kafka, calls);
      }
    };
  }
}
