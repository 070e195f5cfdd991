package dev.playloop.launcher;

import dev.playloop.audit.checkpoint.AuditorRole;
import dev.playloop.audit.checkpoint.SealSettings;
import dev.playloop.broker.Flush;
import dev.playloop.executor.ExecutorRole;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.http.AccessToken;
import dev.playloop.http.HttpEdge;
import dev.playloop.http.Secret;
import dev.playloop.ingest.IngestRole;
import dev.playloop.ingest.IngestSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.access.MasterKeySetting;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.launcher.declared.PulledGames;
import dev.playloop.launcher.declared.WorldsTable;
import dev.playloop.launcher.local.FirstPrincipals;
import dev.playloop.launcher.local.RunningRoles;
import dev.playloop.projector.ProjectorRole;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.reasoner.ReasonerRole;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.reasoner.image.HashedImages;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// The way up of a [LocalSystem]. The broker and the databases start side by side: they take
/// longest. Used once, by the thread that starts the system; all that it opens goes to `closing`.
final class LocalBoot {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);

  private final LocalOptions options;
  private final Closing closing;
  private final Flush flush;
  private final Routes.ByClass routes;
  private final Path data;
  private final String modelKey = AccessToken.fresh();
  private final String userToken = AccessToken.fresh();

  LocalBoot(LocalOptions options, Closing closing) {
    OneMachine.requireOwn(options.settings());
    this.flush = AllSettings.flush(options.settings());
    this.routes = Routes.ByClass.from(options.settings());
    this.options = options;
    this.closing = closing;
    Path given = options.data();
    this.data =
        given == null
            ? closing.add(TemporaryFolder.create(), TemporaryFolder::close).path()
            : OwnFiles.named(given);
    LocalKafka.requireFree(data);
    if (options.bootstrap() == null) {
      FolderFormat.require(data, topics().journal().name());
    }
  }

  LocalSystem boot() throws InterruptedException {
    Telemetry telemetry = telemetry();
    // First of all: a port that is taken is told before anything else is started.
    IngestSettings ingestSettings = ingest();
    HttpEdge edge = closing.add(IngestRole.bind(ingestSettings), HttpEdge::close);
    SigningKey key = key(ingestSettings);
    FirstPrincipals first =
        new FirstPrincipals(System.getProperty("user.name", ""), userToken, key.trusted());
    // What opens beside the broker, in whatever order: closed once no role uses it any more.
    Closing beside = closing.add(new Closing(), Closing::close);
    try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<OpenWorlds> opening = side.submit(() -> openWorlds(beside));
      Future<Route.Candidate> modelling = side.submit(() -> openModel(beside));
      LocalKafka kafka = startBroker();
      WorldsTable known =
          closing
              .add(
                  WorldsTable.start(kafka.as(AccessRights.OPERATOR), InstalledWorlds.worlds()),
                  WorldsTable::close)
              .loaded();
      for (String group : known.ownGroups()) { // the projector wants them all
        create(kafka, topics().ofGroup(group));
      }
      Instant now = Instant.now();
      first.write(kafka.as(AccessRights.OPERATOR), now);
      kafka.tell(edge.address(), userToken);
      MasterKey master = MasterKeySetting.read(options.settings(), System.getenv());
      RunningRoles roles = closing.add(new RunningRoles(), RunningRoles::close);
      Starter starter = new Starter(kafka, telemetry, roles);
      Role projector = starter.start(AccessRights.PROJECTOR, projector(known).sealedBy(master));
      starter.start(AccessRights.REASONER, ReasonerRole.of(reasoner(), known));
      OpenWorlds worlds = got(opening);
      PulledGames pulled = PulledGames.of(known, topics());
      starter.start(
          AccessRights.EXECUTOR,
          new ExecutorRole(executor(), worlds.bindings(known, pulled.worlds()))
              .following(
                  worlds.further(
                      known, pulled.worlds(), group -> create(kafka, topics().ofGroup(group)))));
      Role ingest =
          starter.start(
              AccessRights.INGEST,
              IngestRole.of(ingestSettings, worlds.sources())
                  .on(edge)
                  .readyIf(projector::problem)
                  .signing(key)
                  .knowing(List.of(first.person(now)))
                  .checkedBy(known::tools)
                  .unsealing(master)
                  .serving(pulled::on));
      closing.add(pulled, PulledGames::close);
      SealSettings seal = SealSettings.from(options.settings(), System.getenv());
      if (seal.writesCheckpoints()) {
        starter.start(AccessRights.AUDITOR, new AuditorRole(seal));
      }
      Route.Candidate model = got(modelling);
      require("projector", projector);
      require("ingest", ingest);
      return new LocalSystem(
          closing,
          new LocalSystem.Log(kafka, master, data, pictures()),
          worlds,
          new LocalSystem.Front(
              edge.address(),
              text(ingestSettings.edge().token()),
              userToken,
              new LocalSystem.Asked(model, modelKey, Routes.to(model, routes))),
          projector);
    }
  }

  /// Starts roles, each as a principal of its own.
  private record Starter(LocalKafka kafka, Telemetry telemetry, RunningRoles roles) {
    Role start(String principal, RoleSpec role) throws InterruptedException {
      return roles.add(role.start(new RoleContext(kafka.as(principal), telemetry)));
    }
  }

  private Telemetry telemetry() {
    Telemetry given = options.telemetry();
    return given == null
        ? closing.add(
            Telemetry.fromEnvironment(System.getenv(), "playloop-local"), Telemetry::close)
        : given;
  }

  private LocalKafka startBroker() throws InterruptedException {
    String given = options.bootstrap();
    Topics topics = topics();
    LocalKafka kafka =
        given == null
            ? closing.add(LocalKafka.embedded(data, topics, flush), LocalKafka::close)
            : LocalKafka.given(given, topics);
    create(kafka, topics.all(InstalledWorlds.groups()));
    return kafka;
  }

  private static void create(LocalKafka kafka, Collection<Topic<?, ?>> topics)
      throws InterruptedException {
    try (TopicAdmin admin = TopicAdmin.connect(kafka.administrator())) {
      admin.create(topics, START_LIMIT);
    }
  }

  private Topics topics() {
    int partitions =
        options.bootstrap() == null ? FolderFormat.partitions(data) : LocalOptions.PARTITIONS;
    return new Topics(Topics.DEFAULT_PREFIX, partitions);
  }

  private static void require(String name, Role role) throws InterruptedException {
    if (!role.awaitReady(START_LIMIT)) {
      throw UserProblem.environment(
          "the " + name + " did not start within " + START_LIMIT.toSeconds() + " s",
          "'./playloop doctor' checks this machine.",
          null);
    }
  }

  private static @Nullable String text(@Nullable Secret secret) {
    return secret == null ? null : secret.text();
  }

  private IngestSettings ingest() {
    IngestSettings given = InstalledWorlds.ingest(options.settings()).withPort(options.httpPort());
    // Else every program and every user of this machine could make agents act.
    return given.edge().token() != null || options.openGateway()
        ? given
        : given.withToken(userToken);
  }

  /// What the gateway signs with: kept beside the log, so that whoever replaces this process proves
  /// what it signed, and no stranger's.
  private SigningKey key(IngestSettings settings) {
    if (settings.key() != null) {
      return settings.key();
    }
    Path file = data.resolve("gateway.key");
    try {
      if (Files.exists(file)) {
        return SigningKey.read(Files.readString(file), file.toString());
      }
    } catch (IOException e) {
      throw UserProblem.usage(
          "can't read '" + file + "': " + e.getMessage(), "mend its rights, or remove it.");
    }
    SigningKey fresh = SigningKey.generate();
    OwnFiles.write(file, fresh.pem());
    return fresh;
  }

  private ProjectorRole projector(Worlds known) {
    return ProjectorRole.of(
        ProjectorSettings.local(OwnFiles.folder(data.resolve("projector")))
            .told(options.settings())
            .withAlone(true), // its broker is its folder's, which is locked
        known);
  }

  private ExecutorSettings executor() {
    return ExecutorSettings.from(options.settings())
        .withFolder(OwnFiles.folder(data.resolve("executor")));
  }

  private ReasonerSettings reasoner() {
    ReasonerSettings settings =
        ReasonerSettings.from(options.settings())
            .withKeys(LocalModel.keys(modelKey))
            .withFolder(OwnFiles.folder(data.resolve("reasoner")));
    if (options.settings().optional(ReasonerSettings.IMAGES).isPresent()) {
      return settings;
    }
    return OpenWorlds.images(options.settings(), options.data(), options.worlds())
        .map(place -> settings.withImages(HashedImages.at(place)))
        .orElse(settings);
  }

  private @Nullable Path pictures() {
    return OpenWorlds.images(options.settings(), options.data(), options.worlds())
        .filter(place -> !place.contains("://"))
        .map(Path::of)
        .orElse(null);
  }

  private OpenWorlds openWorlds(Closing beside) {
    return beside.add(OpenWorlds.local(options, data), OpenWorlds::close);
  }

  private Route.Candidate openModel(Closing beside) {
    URI url = options.model();
    if (url != null) {
      return Routes.candidate(url, options.settings());
    }
    LocalModel model =
        beside.add(LocalModel.start(options.rehearsal(), modelKey), LocalModel::close);
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
