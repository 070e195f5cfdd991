package dev.playloop.console.source;

import static org.assertj.core.api.Assertions.assertThat;

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

  /// As executors do: in the partition of the action, whose key is its lane.
  private void write(Action action, byte[] entry) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  topic.name(),
                  topic.home(action.lane().value()),
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
        new ClusterLedger(kafka).of("emerald", List.of(done, begun, other, unknown), BEFORE);

    assertThat(found)
        .containsOnly(Map.entry(done.action(), outcome), Map.entry(begun.action(), open));
    assertThat(new ClusterLedger(kafka).of("emerald", List.of(begun), BEFORE))
        .containsOnlyKeys(begun.action());
  }

  @Test
  void ofAWorldWithoutALedgerNothingIsKnown() {
    assertThat(new ClusterLedger(kafka).of("society", List.of(action("a", "b")), BEFORE)).isEmpty();
  }
}
