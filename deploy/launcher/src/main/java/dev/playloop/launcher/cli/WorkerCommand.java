package dev.playloop.launcher.cli;

import dev.playloop.audit.checkpoint.Auditor;
import dev.playloop.audit.checkpoint.SealSettings;
import dev.playloop.executor.ActionExecutor;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.ingest.TriggerIngest;
import dev.playloop.journal.MasterKey;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.KitSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.health.HealthServer;
import dev.playloop.kit.health.Probe;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.launcher.Closing;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.OpenWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.projector.StateProjector;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.reasoner.ReasonerWorker;
import dev.playloop.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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
    synopsisSubcommandLabel = "(ingest | projector | reasoner | executor | auditor)",
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
        with -> {
          OpenWorlds open = with.worlds(chosen);
          return TriggerIngest.start(
              with.kafka(),
              InstalledWorlds.ingest(with.settings()),
              open.sources(),
              with.telemetry());
        });
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Projects the worlds and owns the agents' loops.")
  int projector(@Mixin ClusterOptions cluster) throws InterruptedException {
    return run(
        cluster,
        "projector",
        with ->
            StateProjector.start(
                with.kafka(),
                ProjectorSettings.from(with.settings()),
                InstalledWorlds.worlds(),
                with.telemetry(),
                MasterKey.from(with.settings(), System.getenv())));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Signs checkpoints of the journal; needs PLAYLOOP_CHECKPOINT_KEY.")
  int auditor(@Mixin ClusterOptions cluster) throws InterruptedException {
    return run(
        cluster,
        "auditor",
        with -> Auditor.start(with.kafka(), SealSettings.from(with.settings(), System.getenv())));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Turns turns into decisions by LLM calls.")
  int reasoner(@Mixin ClusterOptions cluster) throws InterruptedException {
    return run(
        cluster,
        "reasoner",
        with ->
            ReasonerWorker.start(
                with.kafka(),
                ReasonerSettings.from(with.settings()),
                InstalledWorlds.worlds(),
                with.telemetry()));
  }

  @Command(mixinStandardHelpOptions = true, description = "Performs actions in its worlds.")
  int executor(@Mixin ClusterOptions cluster, @Mixin WorldOptions worlds)
      throws InterruptedException {
    List<String> chosen = worlds.chosen(cluster.settings());
    return run(
        cluster,
        "executor",
        with -> {
          OpenWorlds open = with.worlds(chosen);
          return ActionExecutor.start(
              with.kafka(),
              ExecutorSettings.from(with.settings()),
              open.bindings(),
              with.telemetry());
        });
  }

  /// What a role is started with; what it opens goes to `closing`.
  private record Start(
      KafkaSettings kafka,
      Settings settings,
      Telemetry telemetry,
      Closing closing,
      HealthServer health) {
    OpenWorlds worlds(List<String> names) {
      OpenWorlds open = closing.add(OpenWorlds.onServers(settings, names), OpenWorlds::close);
      open.watch(health);
      return open;
    }

    /// Tells health of the role, which is closed with all else.
    void watch(Role role) {
      closing.add(role, Role::close);
      health.live("role", Probe.of("it has stopped, the log says why", role::isAlive));
      health.ready("role", role::problem);
    }
  }

  private interface Starter {
    Role start(Start with) throws InterruptedException;
  }

  private static int run(ClusterOptions cluster, String name, Starter starter)
      throws InterruptedException {
    Logger log = LoggerFactory.getLogger(WorkerCommand.class);
    Settings settings = cluster.settings();
    KafkaSettings kafka = cluster.kafka();
    return Interrupted.by(() -> {
      try (Telemetry telemetry = Telemetry.fromEnvironment(System.getenv(), "playloop-" + name);
          HealthServer health =
              HealthServer.start(
                  settings.text(KitSettings.HEALTH_HOST),
                  settings.number(KitSettings.HEALTH_PORT, 0, 65_535));
          Closing closing = new Closing()) {
        log.atInfo().addKeyValue("role", name).log("health at {}", health.address());
        AtomicBoolean started = new AtomicBoolean();
        health.ready("start", Probe.of("not started yet", started::get));
        health.readyKafka(kafka);
        awaitTopics(kafka, log);
        Start start = new Start(kafka, settings, telemetry, closing, health);
        Role role = starter.start(start);
        start.watch(role);
        started.set(true);
        log.atInfo().addKeyValue("role", name).log("running");
        new Vigil(role::isAlive, role::problem, line -> log.atWarn().log(line)).keep();
        // Half a process helps nobody, and nobody starts another beside it.
        log.atError().addKeyValue("role", name).log("ended by itself, so its process ends too");
        return UserProblem.FAILED;
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
        admin.verify(kafka.topics().all(InstalledWorlds.names()), TRY);
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

  /// Which worlds a role serves.
  static final class WorldOptions {
    @Option(
        names = "--worlds",
        split = ",",
        paramLabel = "WORLD",
        description = "worlds to serve, comma-separated; default: all that have a server")
    private @Nullable List<String> worlds;

    /// The worlds to serve; each must exist and have a server.
    List<String> chosen(Settings settings) {
      List<String> chosen = worlds == null ? served(settings) : worlds;
      for (String world : chosen) {
        if (!InstalledWorlds.names().contains(world)) {
          throw UserProblem.usage(
              "there is no world '" + world + "'", "worlds: " + InstalledWorlds.names() + ".");
        }
      }
      OpenWorlds.requireServers(settings, chosen);
      return chosen;
    }

    /// Those that the settings name a server for; where there is none, all, so that the error says
    /// what to set.
    private static List<String> served(Settings settings) {
      List<String> served =
          InstalledWorlds.all().stream()
              .filter(world -> !world.needsServer(settings))
              .map(world -> world.world().name())
              .toList();
      return served.isEmpty() ? InstalledWorlds.names() : served;
    }
  }
}
