package dev.playloop.local.cli;

import dev.playloop.executor.ActionExecutor;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.ingest.IngestSettings;
import dev.playloop.ingest.TriggerIngest;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Settings;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.TopicAdmin;
import dev.playloop.local.InstalledWorld;
import dev.playloop.local.OpenWorlds;
import dev.playloop.local.UserProblem;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.projector.StateProjector;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.reasoner.ReasonerWorker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// One role alone against a real cluster. Scale by starting more of them.
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(ingest | projector | reasoner | executor)",
    description = {
      "Runs one role against a Kafka cluster.",
      "Until it is stopped; scale by starting more.",
      "The topics must exist: './playloop topics create' makes them."
    })
final class WorkerCommand {
  private static final Duration TRY = Duration.ofSeconds(10);

  @Command(
      mixinStandardHelpOptions = true,
      description = "Takes events in: HTTP, schedules, world sources.")
  int ingest(@Mixin ClusterOptions cluster, @Mixin WorldOptions worlds)
      throws InterruptedException {
    List<String> chosen = worlds.chosen(cluster.settings());
    return run(
        cluster,
        "ingest",
        (kafka, settings, telemetry) -> {
          OpenWorlds open = OpenWorlds.onServers(settings, chosen);
          return new Pair(
              TriggerIngest.start(kafka, IngestSettings.from(settings), open.sources(), telemetry),
              open);
        });
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Projects the worlds and owns the agents' loops.")
  int projector(@Mixin ClusterOptions cluster) throws InterruptedException {
    return run(
        cluster,
        "projector",
        (kafka, settings, telemetry) ->
            StateProjector.start(
                kafka, ProjectorSettings.from(settings), InstalledWorld.worlds(), telemetry));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Turns turns into decisions by LLM calls.")
  int reasoner(@Mixin ClusterOptions cluster) throws InterruptedException {
    return run(
        cluster,
        "reasoner",
        (kafka, settings, telemetry) ->
            ReasonerWorker.start(
                kafka, ReasonerSettings.from(settings), InstalledWorld.worlds(), telemetry));
  }

  @Command(mixinStandardHelpOptions = true, description = "Performs actions in its worlds.")
  int executor(@Mixin ClusterOptions cluster, @Mixin WorldOptions worlds)
      throws InterruptedException {
    List<String> chosen = worlds.chosen(cluster.settings());
    return run(
        cluster,
        "executor",
        (kafka, settings, telemetry) -> {
          OpenWorlds open = OpenWorlds.onServers(settings, chosen);
          return new Pair(
              ActionExecutor.start(kafka, ExecutorSettings.standard(), open.bindings(), telemetry),
              open);
        });
  }

  private interface Role {
    AutoCloseable start(KafkaSettings kafka, Settings settings, Telemetry telemetry)
        throws InterruptedException;
  }

  /// A worker and the worlds it uses, which close after it.
  private record Pair(AutoCloseable worker, OpenWorlds worlds) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      try (worlds) {
        worker.close();
      }
    }
  }

  private static int run(ClusterOptions cluster, String name, Role role)
      throws InterruptedException {
    Logger log = LoggerFactory.getLogger(WorkerCommand.class);
    Settings settings = cluster.settings();
    KafkaSettings kafka = settings.kafka();
    return Interrupted.by(() -> {
      try (Telemetry telemetry = Telemetry.fromEnvironment(System.getenv(), "playloop-" + name)) {
        awaitTopics(kafka, log);
        AutoCloseable worker = role.start(kafka, settings, telemetry);
        try {
          log.atInfo().addKeyValue("role", name).log("running");
          new CountDownLatch(1).await();
        } finally {
          close(worker, log);
        }
      } catch (InterruptedException e) {
        log.atInfo().addKeyValue("role", name).log("stopped");
      }
      return 0;
    });
  }

  /// Waits for the cluster, with a visible line for each try; a cluster with other topics is an
  /// error at once.
  private static void awaitTopics(KafkaSettings kafka, Logger log) throws InterruptedException {
    while (true) {
      try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
        admin.verify(kafka.topics().all(InstalledWorld.names()), TRY);
        return;
      } catch (RetriableException e) {
        log.atWarn()
            .addKeyValue("bootstrap", kafka.client().get("bootstrap.servers"))
            .log("waiting for Kafka: {}", e.getMessage());
        if (Thread.interrupted()) {
          throw new InterruptedException("stopped while waiting for Kafka");
        }
      }
    }
  }

  private static void close(AutoCloseable worker, Logger log) {
    try {
      worker.close();
    } catch (Exception e) {
      // AutoCloseable allows any exception, and the process is ending.
      log.atWarn().setCause(e).log("the worker did not close cleanly");
    }
  }

  /// Which worlds a role serves.
  static final class WorldOptions {
    @Option(
        names = "--worlds",
        split = ",",
        paramLabel = "WORLD",
        description = "worlds to serve, comma-separated; default: all")
    private @Nullable List<String> worlds;

    /// The worlds to serve; each must exist and have a server.
    List<String> chosen(Settings settings) {
      List<String> chosen = worlds == null ? InstalledWorld.names() : worlds;
      for (String world : chosen) {
        if (!InstalledWorld.names().contains(world)) {
          throw UserProblem.usage(
              "there is no world '" + world + "'", "worlds: " + InstalledWorld.names() + ".");
        }
      }
      OpenWorlds.requireServers(settings, chosen);
      return chosen;
    }
  }
}
