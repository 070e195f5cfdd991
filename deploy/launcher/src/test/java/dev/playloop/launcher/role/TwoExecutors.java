package dev.playloop.launcher.role;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.OpenWorlds;
import dev.playloop.launcher.declared.WorldsTable;
import dev.playloop.operator.Operator;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.PrincipalBuilder;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import dev.playloop.worlds.model.Opening.Purpose;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/// Executors of worlds whose games fetch, beside each other on one broker, as `./playloop worker
/// executor` has them but for the process; a loop's place is taken by the test, which releases
/// actions and reads what became of them. One thread.
final class TwoExecutors implements AutoCloseable {
  static final String TOKEN = "a-token-that-nobody-guesses-0123456789";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PARTITIONS = 2;

  private final Path folder;
  private final KafkaSettings kafka;
  private final WorldsTable known;
  private final KafkaProducer<Lane, Action> producer;
  private final TopicReader results;
  private final List<PullingExecutor.Listening> running = new ArrayList<>();
  private final Map<String, List<Status>> told = new TreeMap<>();
  private int started;

  TwoExecutors(TestInfra infra, Path folder) throws InterruptedException {
    this.folder = folder;
    this.kafka =
        KafkaSettings.of(
            infra.bootstrapServers(), new Topics("pulling-" + UUID.randomUUID() + ".", PARTITIONS));
    var _ =
        new Operator(kafka, "kim", InstantSource.system())
            .createTopics(List.of(WorldDeclaration.SHARED));
    known = WorldsTable.start(kafka, InstalledWorlds.worlds()).loaded();
    Topic<Lane, Action> actions = actions();
    producer =
        new KafkaProducer<>(
            kafka.with(Map.of("linger.ms", "0")),
            actions.key().serializer(),
            actions.value().serializer());
    results = TopicReading.of(kafka, kafka.topics().results()).strict().prompt().fromBeginning();
    try (Publisher publisher = Publisher.open(kafka)) {
      publisher.principal(
          PrincipalBuilder.builder()
              .v(Principal.VERSION)
              .id("game")
              .name("game")
              .kind(Principal.Kind.GAME)
              .scopes(List.of(Scope.act("*")))
              .tokens(List.of(new Principal.Token(Sha256.hex(TOKEN), null)))
              .since(Instant.now())
              .build());
    }
  }

  private Topic<Lane, Action> actions() {
    return kafka.topics().actions(WorldDeclaration.SHARED);
  }

  /// A world whose game fetches, and whose actions lie in that partition.
  String declare(int partition) throws InterruptedException {
    String world = "tavern";
    for (int i = 1; actions().home(world) != partition; i++) {
      world = "tavern-" + i;
    }
    WorldDeclaration declaration =
        new ConfigFile(
                "world.yaml",
                """
                world: %s
                tools: [{name: pour, description: Pour a drink., effect: write}]
                actions: {pull: true}
                """
                    .formatted(world))
            .as(WorldDeclaration.class, DeclaredWorld::misfits);
    try (Publisher publisher = Publisher.open(kafka)) {
      publisher.declare(DeclaredWorlds.records(declaration, Instant.now(), "test"));
    }
    return world;
  }

  /// One more.
  PullingExecutor.Listening start() throws InterruptedException {
    started++;
    var settings =
        AllSettings.read(
            Map.of(
                "PLAYLOOP_PULL_PORT",
                "0",
                "PLAYLOOP_DATA",
                folder.resolve("executor-" + started).toString()),
            null);
    List<String> worlds = List.of(WorldDeclaration.SHARED);
    var given =
        new ClusterRole.Given(
            kafka.topics(), known, () -> OpenWorlds.onServers(settings, worlds, Purpose.WORK));
    var role =
        (PullingExecutor.Listening)
            ClusterRole.EXECUTOR.spec(settings, given).start(RoleContext.of(kafka));
    running.add(role);
    assertThat(role.awaitReady(PATIENCE)).isTrue();
    return role;
  }

  /// As a loop releases it, of an agent of that name.
  ActionId release(String world, String agent) {
    AgentId id = AgentId.of(world, agent);
    ActionId action = new ActionId(world + "/" + agent + ":m1#1.1");
    Action released =
        Action.of(action, id, agent, "pour", Json.NODES.objectNode())
            .catalogue(known.current(world).hash())
            .effect(Effect.WRITE)
            .notAfter(Instant.now().plusSeconds(100));
    try {
      producer
          .send(
              new ProducerRecord<>(
                  actions().name(), actions().home(world), released.lane(), released))
          .get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return action;
  }

  /// What executors have told so far, by action, in order.
  private Map<String, List<Status>> told() {
    for (ConsumerRecord<byte[], byte[]> record : results.poll(Duration.ofMillis(50))) {
      ActionResult result = Json.read(record.value(), ActionResult.class);
      told.computeIfAbsent(result.action().value(), _ -> new ArrayList<>()).add(result.status());
    }
    return told;
  }

  /// Until this, in this order, and nothing else was told of it.
  void awaitTold(ActionId action, Status... all) {
    Await.until(() -> told().get(action.value()), List.of(all)::equals);
  }

  /// What was told of it so far, however often.
  Set<Status> told(ActionId action) {
    return Set.copyOf(told().getOrDefault(action.value(), List.of()));
  }

  KafkaSettings kafka() {
    return kafka;
  }

  @Override
  public void close() {
    running.reversed().forEach(PullingExecutor.Listening::close);
    results.close();
    producer.close();
    known.close();
  }
}
