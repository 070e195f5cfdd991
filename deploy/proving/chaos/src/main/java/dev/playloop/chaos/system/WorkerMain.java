package dev.playloop.chaos.system;

import dev.playloop.chaos.process.Lifeline;
import dev.playloop.chaos.world.Tally;
import dev.playloop.chaos.world.VaultActions;
import dev.playloop.chaos.world.VaultWorld;
import dev.playloop.executor.ExecutorRole;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.http.EdgeOptions;
import dev.playloop.ingest.IngestRole;
import dev.playloop.ingest.IngestSettings;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.RoleSpec;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.launcher.declared.DeclaredGames;
import dev.playloop.launcher.declared.PulledGames;
import dev.playloop.launcher.declared.WorldsTable;
import dev.playloop.launcher.role.PullingExecutor;
import dev.playloop.projector.ProjectorRole;
import dev.playloop.projector.ProjectorSettings;
import dev.playloop.reasoner.ReasonerRole;
import dev.playloop.reasoner.ReasonerSettings;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.emerald.EmeraldActions;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.kernel.KernelActions;
import dev.playloop.worlds.kernel.KernelOutbox;
import dev.playloop.worlds.kernel.books.KernelDatabase;
import dev.playloop.worlds.kernel.model.KernelWorld;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldBinding;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.Worlds;
import dev.playloop.worlds.sandbox.Sandbox;
import dev.playloop.worlds.sandbox.SandboxSettings;
import dev.playloop.worlds.society.SocietyActions;
import dev.playloop.worlds.society.SocietyDatabase;
import dev.playloop.worlds.society.SocietyOutbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One worker in a process of its own: the role that `./playloop worker` runs, with the vault
/// beside the society and the kernel. What it needs stands in system properties; see
/// [WorkerLaunch].
final class WorkerMain {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerMain.class);
  static final String IS_READY = " is ready";

  private static final Duration READY = Duration.ofMinutes(5);
  private static final Duration TRY = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(20);

  private WorkerMain() {}

  public static void main(String[] args) throws InterruptedException {
    Lifeline.hold();
    WorkerLaunch launch = WorkerLaunch.read();
    KafkaSettings kafka = launch.kafka();
    TopicAdmin.await(kafka, kafka.topics().all(launch.worlds().names()), TRY);
    Role role = spec(launch, worlds(launch, kafka)).start(RoleContext.of(kafka));
    LOG.info("{} runs", launch.role());
    Thread.ofVirtual().name("until-ready").start(() -> tellWhenReady(launch, role));
    Lifeline.whileAlive(role::isAlive, role::close);
  }

  /// A line in its log, for whoever restarts the next one only then.
  private static void tellWhenReady(WorkerLaunch launch, Role role) {
    try {
      if (role.awaitReady(READY)) {
        System.out.println(launch.role() + IS_READY); // its log tells warnings alone
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Those that are data are followed, as in any worker, for as long as the process lives.
  private static Worlds worlds(WorkerLaunch launch, KafkaSettings kafka)
      throws InterruptedException {
    Worlds known = launch.worlds().table();
    return launch.worlds().declares() ? WorldsTable.start(kafka, known).loaded() : known;
  }

  private static RoleSpec spec(WorkerLaunch launch, Worlds worlds) throws InterruptedException {
    return switch (launch.role()) {
      case INGEST ->
          IngestRole.of(IngestSettings.local().withPort(launch.httpPort()), sources(launch))
              .signing(GatewayKey.read(launch.key()));
      case PROJECTOR -> ProjectorRole.of(projector(launch), worlds);
      case REASONER ->
          ReasonerRole.of(ReasonerSettings.standard().withFolder(launch.folder()), worlds);
      case EXECUTOR -> executor(launch, worlds);
    };
  }

  static ProjectorSettings projector(WorkerLaunch launch) {
    return ProjectorSettings.local(launch.folder()).withPoll(POLL).withStandbys(launch.standbys());
  }

  private static List<WorldSource> sources(WorkerLaunch launch) throws InterruptedException {
    List<WorldSource> sources = new ArrayList<>();
    sources.add(new SocietyOutbox(opened(launch, SocietyDatabase::open)));
    if (launch.worlds().hasKernel()) {
      sources.add(new KernelOutbox(opened(launch, KernelDatabase::open)));
    }
    if (launch.worlds().hasEternum()) {
      sources.addAll(ChainHost.opened(launch.chain()).sources());
    }
    return sources;
  }

  /// Where worlds are data, it listens for games that fetch their actions, in the gateway's place.
  private static RoleSpec executor(WorkerLaunch launch, Worlds worlds) throws InterruptedException {
    PulledGames pulled = PulledGames.of(worlds, launch.kafka().topics());
    EdgeOptions edge =
        EdgeOptions.loopback("the executor's edge for games", "-", launch.httpPort())
            .with()
            .names(Set.of("127.0.0.1"))
            .build(); // by a link, which has a port of its own
    return new PullingExecutor(
        new ExecutorRole(
            ExecutorSettings.standard().withFolder(launch.folder()),
            bindings(launch, worlds, pulled)),
        pulled,
        launch.worlds().declares() ? edge : null);
  }

  private static List<WorldBinding<?>> bindings(
      WorkerLaunch launch, Worlds worlds, PulledGames pulled) throws InterruptedException {
    List<WorldBinding<?>> bindings = new ArrayList<>();
    for (World world : launch.worlds().all()) {
      bindings.add(WorldBinding.of(world, actions(world, launch)));
    }
    if (launch.worlds().declares()) {
      bindings.add(
          new DeclaredGames(_ -> Tally.secret(), List.of())
              .binding(WorldDeclaration.SHARED, worlds, pulled.worlds()));
    }
    return bindings;
  }

  private static WorldActions<?> actions(World world, WorkerLaunch launch)
      throws InterruptedException {
    return switch (world.name()) {
      case VaultWorld.NAME -> new VaultActions(launch.checker());
      case KernelWorld.NAME ->
          new KernelActions(
              opened(launch, KernelDatabase::open),
              Sandbox.start(SandboxSettings.DEFAULT.withSize(1)),
              0);
      case EmeraldWorld.NAME ->
          new EmeraldActions(Map.of(Game.PLAYER, launch.game()), EmeraldActions.Options.standard());
      case EternumWorld.NAME -> ChainHost.opened(launch.chain()).actions();
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
}
