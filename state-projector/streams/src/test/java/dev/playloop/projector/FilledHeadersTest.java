package dev.playloop.projector;

import static dev.playloop.fixtures.Samples.put;
import static dev.playloop.fixtures.Samples.trigger;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.projector.edge.Placement;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Records as large as the broker takes them: small bodies, and headers that fill the rest. They
/// have no key, so the projector writes them again; what that adds must find room.
@NeedsInfra
class FilledHeadersTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int PARTITIONS = 2;
  private static final int AGENTS = 4;

  @TempDir Path dir;

  @Test
  void theyAreWrittenAgainAndTheirPartitionsGoOn(TestInfra infra) throws Exception {
    Fixture system = Fixture.of(infra.bootstrapServers(), "filled.", PARTITIONS, AGENTS);
    KafkaSettings kafka = system.kafka();
    try (StateProjector projector =
            ProjectorRole.of(Fixture.settings(dir), Worlds.of(new TestWorld()))
                .start(RoleContext.of(kafka));
        KafkaProducer<byte[], byte[]> outsider = outsider(kafka);
        JournalTail journal = new JournalTail(kafka)) {
      assertThat(projector.awaitReady(PATIENCE)).isTrue();
      for (int partition = 0; partition < PARTITIONS; partition++) {
        byte[] trigger = Json.bytes(trigger("a0", "filled-" + partition, "hi"));
        fill(outsider, kafka.topics().triggers(), partition, trigger);
        byte[] event = Json.bytes(put("filled-" + partition, "map", partition + 1, "goblin", 1));
        fill(outsider, kafka.topics().worldEvents(), partition, event);
      }
      system.publish("behind");

      assertThat(journal.await(() -> journal.count(LoopEvent.RunOpened.class) == AGENTS, PATIENCE))
          .as("all agents go on")
          .isTrue();
      assertThat(keysAgain(kafka, kafka.topics().triggers())).containsExactly("test/a0", "test/a0");
      assertThat(keysAgain(kafka, kafka.topics().worldEvents())).containsExactly("map", "map");
      Await.until("nothing keeps it from its work", () -> projector.problem() == null);
    }
  }

  /// Sends the body with the largest header that the broker takes with it.
  private static void fill(
      KafkaProducer<byte[], byte[]> outsider, Topic<?, ?> topic, int partition, byte[] body)
      throws InterruptedException {
    int largest = topic.maxRecordBytes() + Topic.OVERHEAD_BYTES - body.length;
    for (int header = largest; true; header--) {
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(topic.name(), partition, null, body);
      record.headers().add("x", new byte[header]);
      try {
        outsider.send(record).get();
        return;
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(RecordTooLargeException.class);
      }
    }
  }

  private static KafkaProducer<byte[], byte[]> outsider(KafkaSettings kafka) {
    return new KafkaProducer<>(
        kafka.with(Map.of("linger.ms", 0)), new ByteArraySerializer(), new ByteArraySerializer());
  }

  /// The keys of the first two records that were written again.
  private static List<String> keysAgain(KafkaSettings kafka, Topic<?, ?> topic) {
    List<String> keys = new ArrayList<>();
    try (TopicReader reader = TopicReading.of(kafka, topic).strict().prompt().fromBeginning()) {
      Await.until(
          "two records that were written again",
          () -> {
            for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofMillis(100))) {
              if (record.headers().lastHeader(Placement.REPUBLISHED) != null) {
                keys.add(new String(record.key(), UTF_8));
              }
            }
            return keys.size() >= 2;
          });
    }
    return keys;
  }
}
