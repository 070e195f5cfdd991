package dev.playloop.chaos.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.chaos.world.Tally;
import dev.playloop.executor.ExecutorRole;
import dev.playloop.executor.ExecutorSettings;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Role;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.WallClock;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.declared.act.DeclaredActions;
import dev.playloop.worlds.declared.game.GameAddress;
import dev.playloop.worlds.declared.game.GameLimits;
import dev.playloop.worlds.declared.game.GameSecret;
import dev.playloop.worlds.declared.game.HttpGame;
import dev.playloop.worlds.declared.game.PushedActions;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldBinding;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;

/// A hundred declared worlds on one executor and a real broker. One game is frozen before the
/// others are asked for anything, and stays so until they have done all of it.
@NeedsInfra
class HundredWorldsTest {
  /// No game fetches its actions here.
  private static final DeclaredActions.Partitions NOBODY =
      new DeclaredActions.Partitions() {
        @Override
        public void gained(int partition) {}

        @Override
        public void lost(int partition) {}
      };

  private static final int WELL = 98;
  private static final int EACH = 5;
  private static final int SLOW_ONES = 20;
  private static final int FROZEN_ONES = 40;
  private static final Duration LONG = Duration.ofMinutes(5);

  /// A call of the frozen game that nobody began in this time is late.
  private static final Duration SHORT = Duration.ofSeconds(40);

  private static final GameLimits PATIENT =
      new GameLimits(LONG, Duration.ofSeconds(1), 1024 * 1024);

  private final Map<String, List<ActionResult>> told = new HashMap<>();

  @Test
  void whereOneGameIsFrozenAndOneSlowTheOthersDoNotNotice(TestInfra infra) throws Exception {
    Topics topics = new Topics("hundred.", 4);
    KafkaSettings kafka = KafkaSettings.of(infra.bootstrapServers(), topics);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(topics.all(List.of(WorldDeclaration.SHARED)), Duration.ofMinutes(1));
    }
    List<String> well = IntStream.range(0, WELL).mapToObj(i -> "well" + i).toList();
    Topic<Lane, Action> actions = topics.actions(WorldDeclaration.SHARED);
    try (ManyGames games = ManyGames.open();
        KafkaProducer<Lane, Action> producer =
            new KafkaProducer<>(
                kafka.with(Map.of()), actions.key().serializer(), actions.value().serializer());
        TopicReader results =
            TopicReading.of(kafka, topics.results()).strict().prompt().fromBeginning();
        DeclaredActions acting =
            new DeclaredActions(
                worlds(games, well), HundredWorldsTest::open, NOBODY, WallClock.system());
        Role executor =
            new ExecutorRole(
                    ExecutorSettings.standard(),
                    List.of(
                        new WorldBinding<>(WorldDeclaration.SHARED, worlds(games, well), acting)))
                .start(RoleContext.of(kafka))) {
      assertThat(executor.awaitReady(Duration.ofMinutes(1))).isTrue();

      send(producer, actions, calls(List.of(ManyGames.FROZEN), FROZEN_ONES, SHORT));
      Await.until("its places are taken", () -> games.held() >= DeclaredActions.AT_A_TIME);
      List<Action> others = new ArrayList<>(calls(well, EACH, LONG));
      others.addAll(calls(List.of(ManyGames.SLOW), SLOW_ONES, LONG));
      send(producer, actions, others);
      Await.until(
          "the others are done",
          () ->
              read(results).entrySet().stream()
                      .filter(each -> !each.getKey().equals(ManyGames.FROZEN))
                      .mapToInt(each -> each.getValue().size())
                      .sum()
                  >= WELL * EACH + SLOW_ONES);

      for (String world : well) {
        assertDone(world, EACH);
      }
      assertDone(ManyGames.SLOW, SLOW_ONES);
      assertThat(games.held()).as("still open").isEqualTo(DeclaredActions.AT_A_TIME);
      assertThat(told.getOrDefault(ManyGames.FROZEN, List.of()))
          .extracting(ActionResult::status)
          .as("nothing came of what is open")
          .doesNotContain(Status.DONE, Status.UNKNOWN);

      games.end();
      Await.until(
          "each call has its end",
          () -> read(results).getOrDefault(ManyGames.FROZEN, List.of()).size() >= FROZEN_ONES);
      List<Status> frozen =
          told.getOrDefault(ManyGames.FROZEN, List.of()).stream()
              .map(ActionResult::status)
              .toList();
      assertThat(frozen)
          .hasSize(FROZEN_ONES)
          .isSubsetOf(Status.UNKNOWN, Status.EXPIRED, Status.FAILED);
      assertThat(frozen.stream().filter(Status.UNKNOWN::equals))
          .as("what was sent and never answered")
          .hasSize(DeclaredActions.AT_A_TIME);
    }
  }

  private void assertDone(String world, int number) {
    assertThat(told.get(world))
        .as(world)
        .hasSize(number)
        .allMatch(result -> result.status() == Status.DONE);
  }

  private static WorldActions<SchemaTool> open(DeclaredWorld world) {
    GameAddress address =
        GameAddress.of(Objects.requireNonNull(world.declaration().actions().url()), List.of());
    return new PushedActions(
        HttpGame.at(address, PATIENT), GameSecret.of(Tally.secret()), WallClock.system());
  }

  private static Worlds worlds(ManyGames games, List<String> well) {
    List<String> names = new ArrayList<>(well);
    names.addAll(List.of(ManyGames.FROZEN, ManyGames.SLOW));
    return ChaosWorlds.declared(
            names.stream().map(name -> Tally.at(name, games.url(name))).toList())
        .table();
  }

  /// So many in each world, each of an agent of its own.
  private static List<Action> calls(List<String> worlds, int each, Duration valid) {
    List<Action> calls = new ArrayList<>();
    Instant notAfter = Instant.now().plus(valid);
    for (int i = 0; i < each; i++) {
      for (String world : worlds) {
        AgentId agent = AgentId.of(world, "a" + i);
        calls.add(
            Action.of(
                    new ActionId(agent + ":call#1.1"),
                    agent,
                    agent.name(),
                    "deposit",
                    Json.NODES.objectNode().put("amount", 1))
                .effect(Effect.WRITE)
                .notAfter(notAfter));
      }
    }
    return calls;
  }

  private static void send(
      KafkaProducer<Lane, Action> producer, Topic<Lane, Action> topic, List<Action> actions)
      throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (Action action : actions) {
      sent.add(producer.send(new ProducerRecord<>(topic.name(), action.lane(), action)));
    }
    for (Future<RecordMetadata> each : sent) {
      each.get();
    }
  }

  private Map<String, List<ActionResult>> read(TopicReader results) {
    for (ConsumerRecord<byte[], byte[]> record : results.poll(Duration.ofMillis(100))) {
      ActionResult result = Json.read(record.value(), ActionResult.class);
      told.computeIfAbsent(result.agent().world(), _ -> new ArrayList<>()).add(result);
    }
    return told;
  }
}
