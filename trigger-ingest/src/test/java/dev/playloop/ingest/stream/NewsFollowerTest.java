package dev.playloop.ingest.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/// A journal that nobody listens to is not read, and whoever listens misses nothing by that.
@NeedsInfra
class NewsFollowerTest {
  private static final AgentId ADA = new AgentId("society/ada");
  private static final Topics TOPICS = new Topics("follower.", 1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void itRestsWhileNobodyListensAndKnowsTheCallsOfTurnsUnderWayThen(TestInfra infra)
      throws Exception {
    KafkaSettings kafka = KafkaSettings.of(infra.bootstrapServers(), TOPICS);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", infra.bootstrapServers()))) {
      NewTopic journal = new NewTopic(TOPICS.journal().name(), 1, (short) 1);
      admin.createTopics(List.of(journal)).all().get();
    }
    try (NewsKeys keys = NewsKeys.start(kafka, null);
        NewsFollower follower = new NewsFollower(kafka, _ -> null, keys, Duration.ZERO)) {
      follower.start();
      assertThat(follower.isResting()).as("before anybody listens").isTrue();

      NewsStream first = Objects.requireNonNull(follower.add(ADA, 0, PATIENCE));
      assertThat(follower.isResting()).as("while somebody listens").isFalse();
      write(kafka, Journal.says(RunId.of(ADA, "one"), "One"));
      assertThat(told(first)).contains("society/ada:one");
      follower.remove(first);
      Await.until("nobody listens", follower::isResting);

      RunId run = RunId.of(ADA, "two");
      write(kafka, Journal.calls(run, "pay", Json.tree("{\"amount\":900}")));
      NewsStream second = Objects.requireNonNull(follower.add(ADA, 0, PATIENCE));
      write(kafka, Journal.done(run, Json.tree("{\"paid\":true}")));

      assertThat(told(second)).as("the first of what came behind it").contains("\"tool\":\"pay\"");
    }
  }

  private static String told(NewsStream stream) throws InterruptedException {
    return Json.text(Objects.requireNonNull(stream.take(PATIENCE)).news());
  }

  private static void write(KafkaSettings kafka, JournalEntry entry) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>copyOf(kafka.client()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(Journal.record(TOPICS.journal().name(), ADA, entry)).get();
    }
  }
}
