package dev.playloop.chaos;

import dev.playloop.executor.ActionExecutor;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.executor.WorldBinding;
import dev.playloop.ingest.IngestSettings;
import dev.playloop.ingest.TriggerIngest;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.TopicAdmin;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.projector.StateProjector;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.reasoner.ReasonerWorker;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.society.SocietyActions;
import dev.playloop.worlds.society.SocietyDatabase;
import dev.playloop.worlds.society.SocietyOutbox;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One worker in a process of its own: the role that `./playloop worker` runs, with the vault
/// beside the society. What it needs stands in system properties; see [WorkerLaunch].
public final class WorkerMain {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerMain.class);
  private static final Duration TRY = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(20);

  private WorkerMain() {}

  public static void main(String[] args) throws InterruptedException {
    Lifeline.hold();
    WorkerLaunch launch = WorkerLaunch.read();
    awaitTopics(launch.kafka());
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
    SocietyDatabase database = database(launch);
    return TriggerIngest.start(
            launch.kafka(),
            IngestSettings.local().withPort(launch.httpPort()),
            List.of(new SocietyOutbox(database)),
            Telemetry.off())
        ::close;
  }

  private static Runnable projector(WorkerLaunch launch) throws InterruptedException {
    return StateProjector.start(
            launch.kafka(),
            ProjectorSettings.local(launch.folder()).withPoll(POLL),
            ChaosWorlds.ALL)
        ::close;
  }

  private static Runnable reasoner(WorkerLaunch launch) {
    return ReasonerWorker.start(
            launch.kafka(),
            ReasonerSettings.standard().withFolder(launch.folder()),
            ChaosWorlds.ALL,
            Telemetry.off())
        ::close;
  }

  private static Runnable executor(WorkerLaunch launch) {
    World society = ChaosWorlds.SOCIETY;
    World vault = ChaosWorlds.VAULT;
    ActionExecutor executor =
        ActionExecutor.start(
            launch.kafka(),
            ExecutorSettings.standard().withFolder(launch.folder()),
            List.of(
                new WorldBinding(vault, new VaultActions(launch.checker())),
                new WorldBinding(society, new SocietyActions(database(launch)))),
            Telemetry.off());
    return executor::close;
  }

  /// Opened again and again while the database is away.
  private static SocietyDatabase database(WorkerLaunch launch) {
    while (true) {
      try {
        return SocietyDatabase.open(
            launch.database().jdbcUrl(), launch.database().user(), launch.database().password());
      } catch (RuntimeException e) {
        // A worker's supervisor would start it again; here it is this loop.
        LOG.warn("the database is not there, again: {}", e.getMessage());
      }
    }
  }

  private static void awaitTopics(KafkaSettings kafka) throws InterruptedException {
    while (true) {
      try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
        admin.verify(kafka.topics().all(ChaosWorlds.NAMES), TRY);
        return;
      } catch (RetriableException e) {
        LOG.warn("waiting for Kafka: {}", e.getMessage());
      }
    }
  }
}
