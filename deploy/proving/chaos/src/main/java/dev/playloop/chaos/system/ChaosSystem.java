package dev.playloop.chaos.system;

import dev.playloop.chaos.cluster.Brokers;
import dev.playloop.chaos.cluster.InSync;
import dev.playloop.chaos.cluster.Links;
import dev.playloop.chaos.cluster.Rights;
import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.process.Ports;
import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.launcher.AccessRights;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// One whole system as processes: a broker or three, a database, some places for each role (all but
/// the first one empty at first), each behind links of its own to the brokers; and the model and
/// the vault in this process. Started and closed by one thread.
public final class ChaosSystem implements AutoCloseable {
  private static final URI NO_GAME = URI.create("none:none");

  /// How long a process may take to end in order, and to write its cache.
  private static final int TRAINED_SECONDS = 90;

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path folder;
  private final CheckerServer checker;
  private final Map<WorkerKind, List<Instance>> instances = new EnumMap<>(WorkerKind.class);
  private final Queue<String> crashes = new ConcurrentLinkedQueue<>();
  private final AotCache cache;
  private final KafkaSettings kafka;
  private final int httpPort = Ports.next();
  private final int actionsPort = Ports.next();
  private final ChaosWorlds worlds;
  private final @Nullable Game game;
  private final @Nullable ChainHost chain;
  private final Brokers brokers;
  private final Database database;
  private final GatewayKey key;

  /// How a system is made.
  ///
  /// @param named whether workers have a `group.instance.id`
  public record Setup(long seed, boolean named, Path folder, AotCache cache, ChaosWorlds worlds) {}

  private ChaosSystem(Setup setup, Servers servers, Brokers brokers) throws InterruptedException {
    this.folder = setup.folder();
    this.cache = setup.cache();
    this.worlds = setup.worlds();
    this.key = GatewayKey.create(folder.resolve("gateway.pem"));
    this.game = worlds.hasEmerald() ? Game.start(folder.resolve("emulator.log")) : null;
    this.chain =
        worlds.hasEternum() ? ChainHost.start(folder.resolve("chain"), servers.chain()) : null;
    this.checker = CheckerServer.start(setup.seed());
    this.brokers = brokers;
    Map<WorkerKind, List<Links>> byRole = new EnumMap<>(WorkerKind.class);
    for (WorkerKind role : WorkerKind.values()) {
      for (int slot = 0; slot < servers.places(); slot++) {
        byRole.computeIfAbsent(role, _ -> new ArrayList<>()).add(brokers.open());
      }
    }
    kafka =
        KafkaSettings.of(
            brokers.bootstrap(), new Topics(Topics.DEFAULT_PREFIX, ChaosWorlds.PARTITIONS));
    brokers.start();
    try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Database> starting =
          side.submit(() -> Database.start(folder.resolve("society"), worlds));
      try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
        admin.create(kafka.topics().all(worlds.names()), PATIENCE);
      }
      if (servers.replicate()) {
        Rights.grant(kafka, AccessRights.table(kafka.topics(), worlds.names()));
      }
      key.publish(kafka);
      database = starting.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the database did not start", e);
    }
    byRole.forEach((role, roleLinks) -> place(setup, servers, role, roleLinks));
  }

  public static ChaosSystem start(Setup setup) throws InterruptedException {
    return start(setup, Servers.ONE);
  }

  public static ChaosSystem start(Setup setup, Servers servers) throws InterruptedException {
    try {
      Files.createDirectories(setup.folder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Brokers brokers = brokers(setup, servers);
    try {
      return new ChaosSystem(setup, servers, brokers);
    } catch (RuntimeException | Error | InterruptedException e) {
      brokers.close();
      throw e;
    }
  }

  private static Brokers brokers(Setup setup, Servers servers) {
    if (!servers.zones()) {
      return Brokers.onLoopback(servers.brokers(), setup.folder(), setup.cache());
    }
    Brokers brokers = Brokers.inZones(servers.brokers(), setup.folder(), setup.cache());
    if (!brokers.lacksZones().isEmpty()) {
      System.err.println("NOT RUN: " + brokers.lacksZones());
    }
    return brokers;
  }

  private void place(Setup setup, Servers servers, WorkerKind role, List<Links> roleLinks) {
    List<Instance> places = new ArrayList<>();
    for (int slot = 0; slot < roleLinks.size(); slot++) {
      Links links = roleLinks.get(slot);
      String name = role.word() + slot;
      WorkerLaunch launch =
          WorkerLaunchBuilder.builder()
              .role(role)
              .bootstrap(links.bootstrap())
              .instance(setup.named() ? name : "-")
              .standbys(servers.standbys())
              .data(folder.resolve(String.valueOf(slot)))
              .database(database.login())
              .checker(checker.address())
              .httpPort(slot == 0 ? portOf(role) : 0)
              .worlds(worlds)
              .game(game == null ? NO_GAME : game.address())
              .chain(chain == null ? Map.of() : chain.settings())
              .key(key.file())
              .logins(brokers.logins())
              .build();
      places.add(
          new Instance(
              launch,
              links,
              folder.resolve(name + ".log"),
              cache.flags(role.word()),
              setup.seed() * 31 + name.hashCode()));
    }
    instances.put(role, List.copyOf(places));
  }

  private int portOf(WorkerKind role) {
    return role == WorkerKind.EXECUTOR ? actionsPort : httpPort;
  }

  /// How often the game saw a key go down; -1 where no game is played.
  public long presses() throws InterruptedException {
    return game == null ? -1 : game.presses();
  }

  /// The chain that Eternum is played on; null where it is not.
  public @Nullable ChainHost chain() {
    return chain;
  }

  public ChaosWorlds worlds() {
    return worlds;
  }

  public KafkaSettings kafka() {
    return kafka;
  }

  public Brokers brokers() {
    return brokers;
  }

  public CheckerServer checker() {
    return checker;
  }

  public Database database() {
    return database;
  }

  /// Whoever the gateway signs as.
  public Principal signer() {
    return key.signer();
  }

  /// The port of the first ingest's gateway.
  public int httpPort() {
    return httpPort;
  }

  /// The port of the first executor, where games fetch what they are to do.
  public int actionsPort() {
    return actionsPort;
  }

  public Instance instance(WorkerKind role, int slot) {
    return instances.getOrDefault(role, List.of()).get(slot);
  }

  /// How workers died that nobody killed, and what has not come back from its fault.
  public List<String> crashes() {
    return List.copyOf(crashes);
  }

  /// Something has not come back, as these words say.
  public void unhealed(String words) {
    crashes.add(words);
  }

  /// How many processes of a role there can be.
  public int places() {
    return instances.getOrDefault(WorkerKind.PROJECTOR, List.of()).size();
  }

  /// One worker of each role.
  public void startWorkers() {
    for (WorkerKind role : WorkerKind.values()) {
      instance(role, 0).start();
    }
  }

  /// What a supervisor does: starts again whatever died.
  public void revive() {
    crashes.addAll(brokers.revive());
    for (List<Instance> places : instances.values()) {
      for (Instance instance : places) {
        String crash = instance.revive();
        if (crash != null) {
          crashes.add(crash);
        }
      }
    }
  }

  /// Waits for all brokers to be there, with every log whole on each. Before one is disturbed: a
  /// single one that is killed while it still recovers may forget transactions that it had decided
  /// to commit, and of three only one may be away. False where they are not in time.
  public boolean awaitBrokers() throws InterruptedException {
    return new InSync(brokers, kafka, kafka.topics().all(worlds.names())).await(PATIENCE);
  }

  /// Ends everything in order, so that whoever trains a cache leaves one.
  public void stopInOrder() throws InterruptedException {
    for (List<Instance> places : instances.values()) {
      for (Instance instance : places) {
        instance.stop(TRAINED_SECONDS);
      }
    }
    brokers.stopInOrder();
  }

  @Override
  public void close() {
    try {
      for (List<Instance> places : instances.values()) {
        for (Instance instance : places) {
          instance.stop(0);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    brokers.close();
    database.close();
    checker.close();
    if (game != null) {
      game.close();
    }
    if (chain != null) {
      chain.close();
    }
  }
}
