package dev.playloop.launcher;

import dev.playloop.audit.checkpoint.Auditor;
import dev.playloop.audit.checkpoint.SealSettings;
import dev.playloop.audit.log.TopicKeys;
import dev.playloop.executor.ActionExecutor;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.http.AccessToken;
import dev.playloop.http.HttpEdge;
import dev.playloop.ingest.IngestSettings;
import dev.playloop.ingest.TriggerIngest;
import dev.playloop.journal.MasterKey;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.projector.StateProjector;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.reasoner.ReasonerWorker;
import dev.playloop.reasoner.wire.HashedImages;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.WorldSql;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Everything in one process: broker, databases, the four workers, and the rehearsal model over
/// HTTP. The workers are the ones that run against a cluster, unchanged. Started and closed by one
/// thread; closing goes in reverse.
public final class LocalSystem implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);

  private final Closing closing;
  private final @Nullable MasterKey master;
  private final LocalKafka kafka;
  private final OpenWorlds worlds;
  private final URI http;
  private final @Nullable String httpToken;
  private final Routes routes;
  private final Route.Candidate model;
  private final String modelKey;
  private final StateProjector projector;

  private LocalSystem(
      Closing closing,
      LocalKafka kafka,
      @Nullable MasterKey master,
      OpenWorlds worlds,
      TriggerIngest ingest,
      @Nullable String httpToken,
      Route.Candidate model,
      String modelKey,
      StateProjector projector) {
    this.projector = projector;
    this.master = master;
    this.closing = closing;
    this.kafka = kafka;
    this.worlds = worlds;
    this.http = ingest.httpAddress();
    this.httpToken = httpToken;
    this.routes = Routes.to(model);
    this.model = model;
    this.modelKey = modelKey;
  }

  /// Returns when all workers are running. Closes what it opened where one does not start.
  public static LocalSystem start(LocalOptions options) throws InterruptedException {
    Closing closing = new Closing();
    boolean started = false;
    try {
      LocalSystem system = new Boot(options, closing).boot();
      started = true;
      return system;
    } finally {
      if (!started) {
        closing.close();
      }
    }
  }

  /// As the operator, whom this machine's commands are.
  public KafkaSettings kafka() {
    return kafka.as(AccessRights.OPERATOR);
  }

  /// Where and as whom others join; empty where the broker is not this system's own.
  public Optional<LocalKafka.Door> door() {
    return kafka.door();
  }

  /// Where trigger-ingest listens.
  public URI http() {
    return http;
  }

  /// What the gateway asks for; null where it is open.
  public @Nullable String httpToken() {
    return httpToken;
  }

  public URI model() {
    return URI.create(model.baseUrl());
  }

  /// What its own rehearsal model asks for.
  String modelKey() {
    return modelKey;
  }

  /// The keys of sealed payloads, opened with this system's master key; the caller closes them.
  public TopicKeys keys() {
    return new TopicKeys(kafka(), master);
  }

  /// Gives agents without routes this system's model.
  public Routes routes() {
    return routes;
  }

  public List<String> worldNames() {
    return worlds.names();
  }

  /// The database of the first of these worlds that has one.
  public Optional<WorldSql> sql(Collection<String> names) {
    return worlds.sql(names);
  }

  /// The database of the first world that has one.
  public Optional<WorldSql> sql() {
    return worlds.sql();
  }

  /// Those of these actors whom that world does not know, so that it refuses what they do.
  public Set<String> unknownActors(String world, Set<String> actors) {
    return worlds.unknown(world, actors);
  }

  /// What keeps the loop from its work; null where nothing does.
  public @Nullable String problem() {
    return projector.problem();
  }

  /// False where the loop has stopped for good.
  public boolean isAlive() {
    return projector.isAlive();
  }

  /// For other commands on this machine.
  public RunningSystem announced() {
    return new RunningSystem(
        kafka().client().getOrDefault("bootstrap.servers", ""),
        kafka().topics().partitions(),
        kafka.operatorFile().map(Path::toString).orElse(""),
        http.toString(),
        model.baseUrl(),
        model.provider().equals(RehearsalModel.PROVIDER),
        ProcessHandle.current().pid());
  }

  @Override
  public void close() {
    closing.close();
  }

  /// The way up. The broker and the databases start side by side: they take longest.
  private static final class Boot {
    private final LocalOptions options;
    private final Closing closing;
    private final Path data;
    private final String modelKey = AccessToken.fresh();

    Boot(LocalOptions options, Closing closing) {
      OneMachine.requireOwn(options.settings());
      this.options = options;
      this.closing = closing;
      Path given = options.data();
      this.data =
          given == null
              ? closing.add(TemporaryFolder.create(), TemporaryFolder::close).path()
              : OwnFiles.named(given);
      LocalKafka.requireFree(data);
    }

    LocalSystem boot() throws InterruptedException {
      Telemetry given = options.telemetry();
      Telemetry telemetry =
          given == null
              ? closing.add(
                  Telemetry.fromEnvironment(System.getenv(), "playloop-local"), Telemetry::close)
              : given;
      // First of all: a port that is taken is told before anything else is started.
      IngestSettings ingestSettings = ingest();
      HttpEdge edge = closing.add(TriggerIngest.bind(ingestSettings), HttpEdge::close);
      try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor()) {
        Future<OpenWorlds> opening = side.submit(this::openWorlds);
        Future<Route.Candidate> modelling = side.submit(this::openModel);
        LocalKafka kafka = startBroker();
        MasterKey master = MasterKey.from(options.settings(), System.getenv());
        StateProjector projector =
            closing.add(
                StateProjector.start(
                    kafka.as(AccessRights.PROJECTOR),
                    ProjectorSettings.local(OwnFiles.folder(data.resolve("projector")))
                        .told(options.settings()),
                    InstalledWorlds.worlds(),
                    telemetry,
                    master),
                StateProjector::close);
        closing.add(
            ReasonerWorker.start(
                kafka.as(AccessRights.REASONER),
                reasoner().withFolder(OwnFiles.folder(data.resolve("reasoner"))),
                InstalledWorlds.worlds(),
                telemetry),
            ReasonerWorker::close);
        OpenWorlds worlds = got(opening);
        closing.add(
            ActionExecutor.start(
                kafka.as(AccessRights.EXECUTOR),
                ExecutorSettings.from(options.settings())
                    .withFolder(OwnFiles.folder(data.resolve("executor"))),
                worlds.bindings(),
                telemetry),
            ActionExecutor::close);
        TriggerIngest ingest =
            closing.add(
                TriggerIngest.start(
                    kafka.as(AccessRights.INGEST),
                    ingestSettings,
                    edge,
                    worlds.sources(),
                    telemetry),
                TriggerIngest::close);
        SealSettings seal = SealSettings.from(options.settings(), System.getenv());
        if (seal.writesCheckpoints()) {
          closing.add(Auditor.start(kafka.as(AccessRights.AUDITOR), seal), Auditor::close);
        }
        Route.Candidate model = got(modelling);
        ingest.readyIf(projector::problem);
        require("projector", projector.awaitReady(START_LIMIT));
        require("ingest", ingest.awaitReady(START_LIMIT));
        return new LocalSystem(
            closing,
            kafka,
            master,
            worlds,
            ingest,
            ingestSettings.edge().token(),
            model,
            modelKey,
            projector);
      }
    }

    private LocalKafka startBroker() throws InterruptedException {
      String given = options.bootstrap();
      Topics topics = new Topics(Topics.DEFAULT_PREFIX, LocalOptions.PARTITIONS);
      LocalKafka kafka =
          given == null
              ? closing.add(LocalKafka.embedded(data, topics), LocalKafka::close)
              : LocalKafka.given(given, topics);
      try (TopicAdmin admin = TopicAdmin.connect(kafka.administrator())) {
        admin.create(topics.all(InstalledWorlds.names()), START_LIMIT);
      }
      return kafka;
    }

    private static void require(String role, boolean started) {
      if (!started) {
        throw UserProblem.environment(
            "the " + role + " did not start within " + START_LIMIT.toSeconds() + " s",
            "'./playloop doctor' checks this machine.",
            null);
      }
    }

    private IngestSettings ingest() {
      IngestSettings given =
          InstalledWorlds.ingest(options.settings()).withPort(options.httpPort());
      // Else every program and every user of this machine could make agents act.
      return given.edge().token() != null || options.open()
          ? given
          : given.withToken(AccessToken.fresh());
    }

    private ReasonerSettings reasoner() {
      ReasonerSettings settings =
          ReasonerSettings.from(options.settings()).withKeys(RehearsalModel.keys(modelKey));
      if (options.settings().optional(ReasonerSettings.IMAGES).isPresent()) {
        return settings;
      }
      return OpenWorlds.images(options.settings(), options.data(), options.worlds())
          .map(place -> settings.withImages(HashedImages.at(place)))
          .orElse(settings);
    }

    private OpenWorlds openWorlds() {
      return closing.add(
          OpenWorlds.local(
              options.settings(), options.data() == null ? null : data, options.worlds()),
          OpenWorlds::close);
    }

    private Route.Candidate openModel() {
      URI url = options.model();
      if (url != null) {
        return Routes.candidate(url, options.settings());
      }
      RehearsalModel model =
          closing.add(RehearsalModel.start(options.rehearsal(), modelKey), RehearsalModel::close);
      return model.candidate(options.settings());
    }

    private static <T> T got(Future<T> future) throws InterruptedException {
      try {
        return future.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException known) {
          throw known;
        }
        throw new IllegalStateException("a part did not start", e.getCause());
      }
    }
  }
}
