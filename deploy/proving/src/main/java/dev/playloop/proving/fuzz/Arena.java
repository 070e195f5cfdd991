package dev.playloop.proving.fuzz;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.local.AllSettings;
import dev.playloop.local.LocalOptions;
import dev.playloop.local.LocalSystem;
import dev.playloop.local.Publisher;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// The running system that is fuzzed, with its agents, its model and those who watch it.
final class Arena implements AutoCloseable {
  static final List<String> WORLDS = List.of("society", "kernel");
  private static final Map<String, String> SETTINGS =
      Map.of(
          "PLAYLOOP_MODEL_NAME", "fuzz",
          "PLAYLOOP_HTTP_TOKEN", Arena.TOKEN,
          "PLAYLOOP_HTTP_RATE", "1000000");

  static final String TOKEN = "a-token-for-the-fuzzer-alone-0123456789";
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final EmbeddedBroker broker;
  private final ModelServer model;
  private final LocalSystem system;
  private final Publisher publisher;
  private final Cast cast;
  private final Watch watch;

  private Arena(EmbeddedBroker broker, ModelServer model, LocalSystem system) {
    this.broker = broker;
    this.model = model;
    this.system = system;
    this.publisher = Publisher.open(system.kafka());
    this.cast = Cast.of(WORLDS, system.kafka().topics().partitions(), model.address());
    this.watch = new Watch(system.kafka());
  }

  /// @param folder for the broker's log; a broker that asks nobody who they are, since the fuzzer
  ///   also says what the roles say
  static Arena open(long seed, Path folder) throws InterruptedException {
    EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"));
    ModelServer model = ModelServer.start(seed);
    LocalOptions options =
        LocalOptions.of(AllSettings.read(SETTINGS, null))
            .withModel(model.address())
            .withBootstrap(broker.bootstrapServers())
            .withWorlds(WORLDS);
    Arena arena = new Arena(broker, model, LocalSystem.start(options));
    arena.seedWorlds();
    for (AgentConfig config : arena.cast.all().toList()) {
      arena.publisher.apply(config);
    }
    return arena;
  }

  /// Everyone is somebody in their world, and has money to think.
  private void seedWorlds() {
    StringBuilder society = new StringBuilder();
    StringBuilder kernel = new StringBuilder();
    for (AgentConfig config : cast.all().toList()) {
      String name = config.agent().name();
      if (config.agent().world().equals("kernel")) {
        kernel.append(
            "select kernel_principal('%s', scrip => 1000000, llm_budget => 100000, disk_quota => 1000000);%n"
                .formatted(name));
      } else {
        society.append(
            "insert into users (id, username, kind, agent) values ('%s', '%s', 'agent', '%s');%n"
                .formatted(name, name, config.agent()));
      }
    }
    system.sql(List.of("society")).orElseThrow().seed(society.toString());
    system.sql(List.of("kernel")).orElseThrow().seed(kernel.toString());
  }

  LocalSystem system() {
    return system;
  }

  KafkaSettings kafka() {
    return system.kafka();
  }

  ModelServer model() {
    return model;
  }

  Cast cast() {
    return cast;
  }

  Watch watch() {
    return watch;
  }

  /// What a surface may have changed in the victims' configs is as it was.
  void renewVictims() throws InterruptedException {
    for (AgentConfig victim : cast.victims()) {
      publisher.apply(victim);
    }
  }

  void trigger(AgentId agent, String id, String text) throws InterruptedException {
    publisher.publish(
        new Trigger(
            Trigger.VERSION,
            id,
            agent,
            "chat.message",
            Instant.now(),
            new Trigger.Subject("user", id),
            text,
            null,
            null,
            100,
            0));
  }

  /// A sane trigger for each witness.
  ///
  /// @return what did not come to its end within `limit`, or came to another than it should
  List<String> check(String round, Duration limit) throws InterruptedException {
    List<String> wanted = new ArrayList<>();
    for (AgentConfig config : cast.witnesses()) {
      String id = Watch.SANE + round + "-" + config.agent().value().replace('/', '-');
      wanted.add(id);
      trigger(config.agent(), id, "All is well?");
    }
    await(limit, () -> watch.ends().keySet().containsAll(wanted));
    List<String> wrong = new ArrayList<>();
    for (String id : wanted) {
      String how = watch.ends().getOrDefault(id, "not closed in " + limit.toSeconds() + " s");
      if (!how.equals("COMPLETED")) {
        wrong.add(id + ": " + how);
      }
    }
    return wrong;
  }

  static boolean await(Duration limit, BooleanSupplier condition) throws InterruptedException {
    long until = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > until) {
        return false;
      }
      Thread.sleep(PAUSE);
    }
    return true;
  }

  @Override
  public void close() {
    watch.close();
    publisher.close();
    system.close();
    model.close();
    broker.close();
  }
}
