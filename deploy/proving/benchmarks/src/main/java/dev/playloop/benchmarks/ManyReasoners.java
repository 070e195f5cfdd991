package dev.playloop.benchmarks;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.reasoner.ReasonerRole;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One role in several processes: reasoners that have at most 100 calls to a model of one second in
/// flight each, so that a process is the bottleneck, and turns of many agents for a minute. A line
/// for each number of processes that is named: decisions a second, and in percent of what so many
/// processes could make at most.
final class ManyReasoners {
  private static final int PARTITIONS = 12;
  private static final int IN_FLIGHT = 100;

  /// Of the model, in each process: what it has no slot for would be put off, and nobody asks
  /// again.
  private static final int ROUTE_IN_FLIGHT = 2 * IN_FLIGHT;

  private static final int SECONDS = 60;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private ManyReasoners() {}

  /// @param args numbers of processes, such as `1 2 4`
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length == 2 && args[0].equals("--reasoner")) {
      reason(args[1]);
      return;
    }
    for (String count : args) {
      int processes = Integer.parseInt(count);
      double rate = measured(processes);
      System.out.printf(
          "%d processes: %.1f decisions a second, %.1f %% of %d%n",
          processes, rate, 100 * rate / processes / IN_FLIGHT, processes * IN_FLIGHT);
    }
  }

  private static KafkaSettings kafka(String bootstrap) {
    return KafkaSettings.of(bootstrap, new Topics(Topics.DEFAULT_PREFIX, PARTITIONS));
  }

  /// A process of its own: a reasoner until its standard input ends.
  private static void reason(String bootstrap) throws IOException, InterruptedException {
    ReasonerSettings usual = ReasonerSettings.standard();
    ReasonerSettings bounded =
        new ReasonerSettings(IN_FLIGHT, usual.apiKeys(), usual.images(), usual.folder());
    RoleProcess.serve(
        ReasonerRole.of(bounded, Worlds.of(new BenchWorld()))
            .start(RoleContext.of(kafka(bootstrap))));
  }

  /// Decisions a second of so many processes, over the middle half of them.
  private static double measured(int processes) throws IOException, InterruptedException {
    Path dir = Files.createTempDirectory("many-reasoners");
    List<RoleProcess> started = new ArrayList<>();
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir.resolve("broker"));
        WireProcess model = WireProcess.start()) {
      KafkaSettings kafka = kafka(broker.bootstrapServers());
      try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
        admin.create(kafka.topics().all(List.of(BenchWorld.NAME)), PATIENCE);
      }
      for (int i = 0; i < processes; i++) {
        started.add(
            RoleProcess.start(
                ManyReasoners.class, "256m", List.of("--reasoner", broker.bootstrapServers())));
      }
      int turns = processes * IN_FLIGHT * SECONDS;
      Backlog.fill(kafka, turns, BenchSystem.route(model.model(1_000), ROUTE_IN_FLIGHT));
      List<Long> times = Backlog.await(kafka, turns).stream().sorted().toList();
      int from = turns / 4;
      int to = 3 * turns / 4;
      return (to - from) * 1_000.0 / (times.get(to) - times.get(from));
    } finally {
      started.forEach(RoleProcess::close);
    }
  }
}
