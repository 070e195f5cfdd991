package dev.playloop.chaos;

import dev.playloop.executor.ActionExecutor;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.ingest.IngestSettings;
import dev.playloop.ingest.TriggerIngest;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.projector.StateProjector;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.reasoner.ReasonerWorker;
import dev.playloop.worlds.emerald.EmeraldActions;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.kernel.KernelActions;
import dev.playloop.worlds.kernel.KernelDatabase;
import dev.playloop.worlds.kernel.KernelOutbox;
import dev.playloop.worlds.kernel.model.KernelWorld;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldBinding;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.sandbox.Sandbox;
import dev.playloop.worlds.sandbox.SandboxSettings;
import dev.playloop.worlds.society.SocietyActions;
import dev.playloop.worlds.society.SocietyDatabase;
import dev.playloop.worlds.society.SocietyOutbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One worker in a process of its own: the role that `./playloop worker` runs, with the vault
/// beside the society and the kernel. What it needs stands in system properties; see
/// [WorkerLaunch].
public final class WorkerMain {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerMain.class);
  private static final Duration TRY = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(20);

  private WorkerMain() {}

  public static void main(String[] args) throws InterruptedException {
    Lifeline.hold();
    WorkerLaunch launch = WorkerLaunch.read();
    awaitTopics(launch);
    Runnable close =
        switch (launch.role()) {
          case INGEST -> ingest(launch);
          case PROJECTOR -> projector(launch);
          case REASONER -> reasoner(launch);
          case EXECUTOR -> executor(launch);
        };
    LOG.info("{} runs", launch.role());
    Lifeline.untilStopped(close);
  }

  private static Runnable ingest(WorkerLaunch launch) {
    List<WorldSource> sources = new ArrayList<>();
    sources.add(new SocietyOutbox(opened(launch, SocietyDatabase::open)));
    if (launch.worlds().hasKernel()) {
      sources.add(new KernelOutbox(opened(launch, KernelDatabase::open)));
    }
    return TriggerIngest.start(
            launch.kafka(),
            IngestSettings.local().withPort(launch.httpPort()),
            sources,
            Telemetry.off())
        ::close;
  }

  private static Runnable projector(WorkerLaunch launch) throws InterruptedException {
    return StateProjector.start(
            launch.kafka(),
            ProjectorSettings.local(launch.folder()).withPoll(POLL),
            launch.worlds().all())
        ::close;
  }

  private static Runnable reasoner(WorkerLaunch launch) {
    return ReasonerWorker.start(
            launch.kafka(),
            ReasonerSettings.standard().withFolder(launch.folder()),
            launch.worlds().all(),
            Telemetry.off())
        ::close;
  }

  private static Runnable executor(WorkerLaunch launch) {
    List<WorldBinding<?>> bindings = new ArrayList<>();
    for (World world : launch.worlds().all()) {
      bindings.add(new WorldBinding<>(world, actions(world, launch)));
    }
    return ActionExecutor.start(
            launch.kafka(),
            ExecutorSettings.standard().withFolder(launch.folder()),
            bindings,
            Telemetry.off())
        ::close;
  }

  private static WorldActions<?> actions(World world, WorkerLaunch launch) {
    return switch (world.name()) {
      case VaultWorld.NAME -> new VaultActions(launch.checker());
      case KernelWorld.NAME ->
          new KernelActions(
              opened(launch, KernelDatabase::open),
              Sandbox.start(SandboxSettings.DEFAULT.withSize(1)),
              0);
      case EmeraldWorld.NAME ->
          new EmeraldActions(Map.of(Game.PLAYER, launch.game()), EmeraldActions.Options.standard());
      default -> new SocietyActions(opened(launch, SocietyDatabase::open));
    };
  }

  private interface Opening<T> {
    T open(String jdbcUrl, String user, String password);
  }

  /// Opened again and again while the database is away.
  private static <T> T opened(WorkerLaunch launch, Opening<T> opening) {
    while (true) {
      try {
        return opening.open(
            launch.database().jdbcUrl(), launch.database().user(), launch.database().password());
      } catch (RuntimeException e) {
        // A worker's supervisor would start it again; here it is this loop.
        LOG.warn("the database is not there, again: {}", e.getMessage());
      }
    }
  }

  private static void awaitTopics(WorkerLaunch launch) throws InterruptedException {
    KafkaSettings kafka = launch.kafka();
    while (true) {
      try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
        admin.verify(kafka.topics().all(launch.worlds().names()), TRY);
        return;
      } catch (RetriableException e) {
        LOG.warn("waiting for Kafka: {}", e.getMessage());
      }
    }
  }
}
