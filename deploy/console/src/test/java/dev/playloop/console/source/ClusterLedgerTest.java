package dev.playloop.console.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.console.source.ClusterLedger.Sent;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What an executor wrote down of its writes is found where it lies.
@NeedsInfra
class ClusterLedgerTest {
  private static final AgentId SCOUT = AgentId.of("emerald", "scout");
  private static final Instant BEFORE = Instant.EPOCH;

  private KafkaSettings kafka;
  private Topic<ActionId, LedgerEntry> topic;

  @BeforeEach
  void create(TestInfra infra) throws InterruptedException {
    String prefix = "ledgered" + System.nanoTime() + ".";
    kafka = KafkaSettings.of(infra.bootstrapServers(), new Topics(prefix, 6));
    topic = kafka.topics().ledger("emerald");
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(List.of(topic), Duration.ofSeconds(60));
    }
  }

  private static Action action(String run, String lane) {
    return Action.of(
            new ActionId(SCOUT + ":" + run + "#1.1"),
            SCOUT,
            "scout",
            "press",
            Json.NODES.objectNode())
        .lane(new Lane(lane));
  }

  private static Sent sent(Action action) {
    return new Sent(action, false);
  }

  private void write(Action action, byte[] entry) throws Exception {
    write(action, action.lane().value(), entry);
  }

  /// As executors do: in the partition of the action.
  private void write(Action action, String place, byte[] entry) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  topic.name(),
                  topic.home(place),
                  action.action().value().getBytes(StandardCharsets.UTF_8),
                  entry))
          .get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void theNewestEntryOfEachActionIsFoundInItsLanesPartition() throws Exception {
    Action done = action("done", "emerald/scout");
    Action begun = action("begun", "the-game");
    Action other = action("other", "the-game");
    Action unknown = action("unknown", "elsewhere");
    LedgerEntry.Intent intent = new LedgerEntry.Intent(done.action(), Instant.now(), List.of());
    LedgerEntry.Outcome outcome =
        new LedgerEntry.Outcome(
            done.action(),
            Instant.now(),
            ActionResult.done(done.action(), SCOUT, Json.NODES.objectNode(), null));
    LedgerEntry.Intent open = new LedgerEntry.Intent(begun.action(), Instant.now(), List.of());
    write(done, Json.LOG.writerFor(LedgerEntry.class).writeValueAsBytes(intent));
    write(done, Json.LOG.writerFor(LedgerEntry.class).writeValueAsBytes(outcome));
    write(other, "no entry".getBytes(StandardCharsets.UTF_8));
    write(begun, Json.LOG.writerFor(LedgerEntry.class).writeValueAsBytes(open));

    Map<ActionId, LedgerEntry> found =
        new ClusterLedger(kafka)
            .of(
                "emerald",
                Stream.of(done, begun, other, unknown).map(ClusterLedgerTest::sent).toList(),
                BEFORE);

    assertThat(found)
        .containsOnly(Map.entry(done.action(), outcome), Map.entry(begun.action(), open));
    assertThat(new ClusterLedger(kafka).of("emerald", List.of(sent(begun)), BEFORE))
        .containsOnlyKeys(begun.action());
  }

  /// One executor has all actions of such a world, so they lie in one partition.
  @Test
  void whatAGameFetchesIsFoundInItsWorldsPartition() throws Exception {
    List<Action> fetched =
        IntStream.range(0, 8).mapToObj(i -> action("fetched-" + i, "emerald/lane-" + i)).toList();
    for (Action each : fetched) {
      LedgerEntry.Intent open = new LedgerEntry.Intent(each.action(), Instant.now(), List.of());
      write(each, "emerald", Json.LOG.writerFor(LedgerEntry.class).writeValueAsBytes(open));
    }

    assertThat(
            new ClusterLedger(kafka)
                .of("emerald", fetched.stream().map(one -> new Sent(one, true)).toList(), BEFORE))
        .hasSize(8);
  }

  @Test
  void ofAWorldWithoutALedgerNothingIsKnown() {
    assertThat(new ClusterLedger(kafka).of("society", List.of(sent(action("a", "b"))), BEFORE))
        .isEmpty();
  }
}
