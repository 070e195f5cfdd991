package dev.playloop.projector.steady;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.Suspects;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

@NeedsInfra
class SteadyConsumerTest {
  private static final String TOPIC = "steady.in";
  private static final TopicPartition FAT = new TopicPartition(TOPIC, 0);
  private static final TopicPartition OTHER = new TopicPartition(TOPIC, 1);
  private static final int LARGE = 900_000;
  private static final int MANY = 12;

  /// The first offset by which enough waits, [Backpressure#MOST_BYTES].
  private static final int ENOUGH = 5;

  @Test
  void aPartitionOfWhichEnoughWaitsIsNotReadOnBeforeThatWasHandled(TestInfra infra)
      throws Exception {
    write(infra.bootstrapServers());
    // On a slow machine all of this takes longer than what waits is waited for.
    Pulse pulse = Pulse.of("", Suspects.unkept(), Telemetry.off(), () -> 0);
    List<Long> fat = new ArrayList<>();
    List<Long> other = new ArrayList<>();
    try (SteadyConsumer consumer = new SteadyConsumer(settings(infra), pulse, true)) {
      consumer.assign(Set.of(FAT, OTHER));
      Runnable read =
          () -> {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
              (record.partition() == 0 ? fat : other).add(record.offset());
            }
          };
      Await.until(
          "all of the other",
          () -> {
            read.run();
            return other.size() == 100 && fat.size() >= ENOUGH;
          });
      read.run();
      assertThat(fat).hasSize(ENOUGH);
      assertThat(consumer.paused()).as("between polls only Streams pauses").isEmpty();

      pulse.backpressure().handled(TOPIC, 0, ENOUGH - 1);
      Await.until(
          "as many again",
          () -> {
            read.run();
            return fat.size() == 2 * ENOUGH;
          });
      read.run();
      assertThat(fat).hasSize(2 * ENOUGH);

      consumer.assign(Set.of(OTHER));
      read.run();
      consumer.assign(Set.of(FAT));
      consumer.seek(FAT, ENOUGH);
      Await.until(
          "whoever reads it anew owes nothing",
          () -> {
            read.run();
            return fat.size() == 3 * ENOUGH;
          });
    }
  }

  private static Map<String, Object> settings(TestInfra infra) {
    return Map.of(
        "bootstrap.servers",
        infra.bootstrapServers(),
        "auto.offset.reset",
        "earliest",
        "max.poll.records",
        1);
  }

  private static void write(String bootstrap) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin
          .createTopics(List.of(new NewTopic(TOPIC, Optional.of(2), Optional.empty())))
          .all()
          .get();
    }
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < MANY; i++) {
        producer.send(new ProducerRecord<>(TOPIC, 0, null, new byte[LARGE])).get();
      }
      for (int i = 0; i < 100; i++) {
        producer.send(new ProducerRecord<>(TOPIC, 1, null, new byte[100])).get();
      }
    }
  }
}
