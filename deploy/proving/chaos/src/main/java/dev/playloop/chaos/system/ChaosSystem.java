package dev.playloop.chaos.system;

import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
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

/// One whole system as processes: a broker, a database, two places for each role (the second one
/// empty at first), each behind its own link to the broker; and the model and the vault in this
/// process. Started and closed by one thread.
public final class ChaosSystem implements AutoCloseable {
  private static final URI NO_GAME = URI.create("none:none");
  private static final int SLOTS = 2;
  private static final int BROKER_HEAP_MB = 256;

  /// How long a process may take to end in order, and to write its cache.
  private static final int TRAINED_SECONDS = 90;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path folder;
  private final CheckerServer checker;
  private final Map<WorkerKind, List<Instance>> instances = new EnumMap<>(WorkerKind.class);
  private final List<Link> links = new ArrayList<>();
  private final List<String> brokerArguments = new ArrayList<>();
  private final Queue<String> crashes = new ConcurrentLinkedQueue<>();
  private final AotCache cache;
  private final KafkaSettings kafka;
  private final int httpPort = Ports.next();
  private final int actionsPort = Ports.next();
  private final ChaosWorlds worlds;
  private final @Nullable Game game;
  private final @Nullable ChainHost chain;
  private Jvm broker;
  private final Database database;
  private final GatewayKey key;

  /// How a system is made.
  ///
  /// @param named whether workers have a `group.instance.id`
  public record Setup(long seed, boolean named, Path folder, AotCache cache, ChaosWorlds worlds) {}

  private ChaosSystem(Setup setup, ChainChoice choice) throws InterruptedException {
    this.folder = setup.folder();
    this.cache = setup.cache();
    this.worlds = setup.worlds();
    this.key = GatewayKey.create(folder.resolve("gateway.pem"));
    this.game = worlds.hasEmerald() ? Game.start(folder.resolve("emulator.log")) : null;
    this.chain = worlds.hasEternum() ? ChainHost.start(folder.resolve("chain"), choice) : null;
    this.checker = CheckerServer.start(setup.seed());
    int direct = Ports.next();
    brokerArguments.addAll(
        List.of(
            folder.resolve("broker").toString(),
            String.valueOf(direct),
            String.valueOf(Ports.next())));
    Map<WorkerKind, List<Link>> byRole = new EnumMap<>(WorkerKind.class);
    for (WorkerKind role : WorkerKind.values()) {
      for (int slot = 0; slot < SLOTS; slot++) {
        int behind = Ports.next();
        Link link = Link.open(Ports.next(), behind);
        links.add(link);
        byRole.computeIfAbsent(role, _ -> new ArrayList<>()).add(link);
        brokerArguments.add(behind + ":" + link.port());
      }
    }
    kafka =
        KafkaSettings.of(
            "127.0.0.1:" + direct, new Topics(Topics.DEFAULT_PREFIX, ChaosWorlds.PARTITIONS));
    broker = launchBroker();
    try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Database> starting =
          side.submit(() -> Database.start(folder.resolve("society"), worlds));
      try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
        admin.create(kafka.topics().all(worlds.names()), PATIENCE);
      }
      key.publish(kafka);
      database = starting.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the database did not start", e);
    }
    byRole.forEach((role, roleLinks) -> place(setup, role, roleLinks));
  }

  public static ChaosSystem start(Setup setup) throws InterruptedException {
    return start(setup, ChainChoice.SIMULATED);
  }

  /// With this chain where Eternum is played.
  public static ChaosSystem start(Setup setup, ChainChoice choice) throws InterruptedException {
    try {
      Files.createDirectories(setup.folder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ChaosSystem(setup, choice);
  }

  private void place(Setup setup, WorkerKind role, List<Link> roleLinks) {
    List<Instance> places = new ArrayList<>();
    for (int slot = 0; slot < roleLinks.size(); slot++) {
      Link link = roleLinks.get(slot);
      String name = role.word() + slot;
      WorkerLaunch launch =
          WorkerLaunchBuilder.builder()
              .role(role)
              .bootstrap("127.0.0.1:" + link.port())
              .instance(setup.named() ? name : "-")
              .data(folder.resolve(String.valueOf(slot)))
              .database(database.login())
              .checker(checker.address())
              .httpPort(slot == 0 ? portOf(role) : 0)
              .worlds(worlds)
              .game(game == null ? NO_GAME : game.address())
              .chain(chain == null ? Map.of() : chain.settings())
              .key(key.file())
              .build();
      places.add(
          new Instance(
              launch,
              link,
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

  /// One worker of each role.
  public void startWorkers() {
    for (WorkerKind role : WorkerKind.values()) {
      instance(role, 0).start();
    }
  }

  /// What a supervisor does: starts again whatever died.
  public void revive() {
    for (List<Instance> places : instances.values()) {
      for (Instance instance : places) {
        String crash = instance.revive();
        if (crash != null) {
          crashes.add(crash);
        }
      }
    }
  }

  /// Waits for the broker to be there before it is killed: one that is killed while it still
  /// recovers may forget transactions that it had decided to commit.
  public void killBroker() throws InterruptedException {
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.verify(kafka.topics().all(worlds.names()), PATIENCE);
    }
    broker.kill();
    broker = launchBroker();
  }

  private Jvm launchBroker() {
    return Jvm.start(
        JvmLaunchBuilder.builder()
            .name("broker")
            .main(BrokerMain.class)
            .heapMb(BROKER_HEAP_MB)
            .flags(cache.flags("broker"))
            .properties(Map.of())
            .environment(Map.of())
            .arguments(brokerArguments)
            .log(folder.resolve("broker.log"))
            .build());
  }

  /// Ends everything in order, so that whoever trains a cache leaves one.
  public void stopInOrder() throws InterruptedException {
    for (List<Instance> places : instances.values()) {
      for (Instance instance : places) {
        instance.stop(TRAINED_SECONDS);
      }
    }
    broker.end();
    broker.awaitEnd(TRAINED_SECONDS);
  }

  @Override
  public void close() {
    try {
      for (List<Instance> places : instances.values()) {
        for (Instance instance : places) {
          instance.stop(0);
        }
      }
      broker.kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    database.close();
    links.forEach(Link::close);
    checker.close();
    if (game != null) {
      game.close();
    }
    if (chain != null) {
      chain.close();
    }
  }
}
