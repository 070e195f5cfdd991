package dev.playloop.proving.fuzz.arena;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.operator.Publisher;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import dev.playloop.worlds.model.Catalogue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// The running system that is fuzzed, with its agents, its model and those who watch it.
public final class Arena implements AutoCloseable {
  public static final List<String> WORLDS = List.of("society", "kernel");

  /// A world whose game fetches its actions.
  public static final String PULLED = "tavern";

  /// A game has a moment for each, so that a hostile one does not hold the world for long.
  private static final WorldDeclaration TAVERN_FILE =
      new ConfigFile(
              "world.yaml",
              """
              world: tavern
              tools: [{name: pour, description: Pour a drink., effect: write, limit: PT2S}]
              actions: {pull: true}
              """)
          .as(WorldDeclaration.class, DeclaredWorld::misfits);

  private static final Catalogue TAVERN = Catalogue.of(DeclaredWorld.of(TAVERN_FILE));

  /// How long a write in it may wait for the sane game.
  private static final Duration LATEST = Duration.ofSeconds(90);

  private static final Map<String, String> SETTINGS =
      Map.of(
          "PLAYLOOP_MODEL_NAME", "fuzz",
          "PLAYLOOP_HTTP_TOKEN", Arena.TOKEN,
          "PLAYLOOP_HTTP_RATE", "1000000",
          // Broken controls are to reach the fold, not the check of their signature alone.
          "PLAYLOOP_CONTROLS", "any",
          // Many agents think at once: larger commits, fewer of them.
          "PLAYLOOP_PROJECTOR_COMMIT_INTERVAL", "150ms",
          // All surfaces at once keep a small machine's disk busy.
          "PLAYLOOP_HTTP_ACK_TIMEOUT", "50s");

  public static final String TOKEN = "a-token-for-the-fuzzer-alone-0123456789";
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final ModelServer model;
  private final LocalSystem system;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Cast cast;
  private final Watch watch;

  private Arena(ModelServer model, LocalSystem system, Findings findings) {
    this.model = model;
    this.system = system;
    this.producer =
        new KafkaProducer<>(
            system.kafka().with(Map.of(ProducerConfig.LINGER_MS_CONFIG, "5")),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    this.cast =
        Cast.of(
            WORLDS,
            system.kafka().topics().partitions(),
            model.address(),
            List.of("replies", "arguments"));
    this.watch = new Watch(system.kafka(), cast, findings);
  }

  /// A system as `up` starts it, with a broker of its own: outsiders come by its gate, and the
  /// fuzzer says what the roles say as the operator of one machine, who may.
  public static Arena open(long seed, Map<String, Corpus> corpora, Findings findings)
      throws InterruptedException {
    ModelServer model = ModelServer.start(seed, corpora);
    LocalOptions options =
        LocalOptions.of(AllSettings.read(SETTINGS, null))
            .withModel(model.address())
            .withWorlds(
                Stream.concat(WORLDS.stream(), Stream.of(WorldDeclaration.SHARED)).toList());
    Arena arena = new Arena(model, LocalSystem.start(options), findings);
    try (Publisher publisher = Publisher.open(arena.kafka())) {
      publisher.declare(DeclaredWorlds.records(TAVERN_FILE, Instant.now(), "fuzz"));
    }
    arena.seedWorlds();
    arena.renewVictims();
    arena.compactAgents();
    return arena;
  }

  /// Those who are no victims come in too.
  public void join() {
    cast.witnesses().forEach(this::apply);
    cast.thinkers().values().forEach(agents -> agents.forEach(this::apply));
    producer.flush();
  }

  /// Commands read all configs that were ever written as long as nothing is compacted: here they
  /// are written by the thousand.
  private void compactAgents() throws InterruptedException {
    ConfigResource agents =
        new ConfigResource(ConfigResource.Type.TOPIC, kafka().topics().agents().name());
    try (Admin admin = Admin.create(kafka().with(Map.of()))) {
      List<AlterConfigOp> operations =
          Map.of(
                  "min.cleanable.dirty.ratio", "0.1",
                  "segment.ms", "15000",
                  "delete.retention.ms", "1000")
              .entrySet()
              .stream()
              .map(it -> new ConfigEntry(it.getKey(), it.getValue()))
              .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
              .toList();
      admin.incrementalAlterConfigs(Map.of(agents, operations)).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the topic of the agents can't be changed", e.getCause());
    }
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

  public LocalSystem system() {
    return system;
  }

  public KafkaSettings kafka() {
    return system.kafka();
  }

  public ModelServer model() {
    return model;
  }

  public Cast cast() {
    return cast;
  }

  public Watch watch() {
    return watch;
  }

  /// What a surface may have changed in the victims' configs is as it was.
  public void renewVictims() {
    cast.victims().forEach(this::apply);
    producer.flush();
  }

  private void apply(AgentConfig config) {
    send(kafka().topics().agents(), config.agent(), config);
  }

  /// It is on its way when this returns; [#flush] waits for all.
  public void trigger(AgentId agent, String id, String text) {
    send(
        kafka().topics().triggers(),
        agent,
        Trigger.of(id, agent, "chat.message")
            .at(Instant.now())
            .subject(new Trigger.Subject("user", id))
            .text(text)
            .priority(100));
  }

  /// A write of somebody in the world whose game fetches, as the loop releases it. Returns its id.
  public String release(String guest) {
    AgentId agent = AgentId.of(PULLED, guest);
    Topic<Lane, Action> topic = kafka().topics().actions(WorldDeclaration.SHARED);
    Action action =
        Action.of(
                ActionId.of(RunId.of(agent, "m1").turn(1), 1),
                agent,
                guest,
                "pour",
                Json.NODES.objectNode())
            .catalogue(TAVERN.hash())
            .effect(Effect.WRITE)
            .notAfter(Instant.now().plus(LATEST));
    var _ =
        producer.send(
            new ProducerRecord<>(
                topic.name(),
                topic.home(PULLED),
                topic.key().serializer().serialize(topic.name(), action.lane()),
                topic.value().serializer().serialize(topic.name(), action)));
    return action.action().value();
  }

  private <K, V> void send(Topic<K, V> topic, K key, V value) {
    var _ =
        producer.send(
            new ProducerRecord<>(
                topic.name(),
                topic.key().serializer().serialize(topic.name(), key),
                topic.value().serializer().serialize(topic.name(), value)));
  }

  public void flush() {
    producer.flush();
  }

  /// A sane trigger for each witness.
  ///
  /// @return what did not come to its end within `limit`, or came to another than it should
  public List<String> check(String round, Duration limit) throws InterruptedException {
    List<String> wanted = new ArrayList<>();
    for (AgentConfig config : cast.witnesses()) {
      String id = Watch.SANE + round + "-" + config.agent().value().replace('/', '-');
      wanted.add(id);
      trigger(config.agent(), id, "All is well?");
    }
    producer.flush();
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

  public static boolean await(Duration limit, BooleanSupplier condition)
      throws InterruptedException {
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
    producer.close();
    system.close();
    model.close();
  }
}
