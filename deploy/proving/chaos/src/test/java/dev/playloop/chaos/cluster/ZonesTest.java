package dev.playloop.chaos.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.process.AotCache;
import dev.playloop.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real cut between real brokers: each is up, and none is told.
@Tag("slow")
class ZonesTest {
  private static final String TOPIC = "cut";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

  @TempDir private Path folder;

  @Test
  void theOthersGoOnWithoutTheOneThatIsCutOffWhichComesBackWithWhatItMissed() throws Exception {
    try (Brokers brokers = new Brokers(3, folder, AotCache.NONE)) {
      Assumptions.assumeTrue(brokers.lacksZones().isEmpty(), "NOT RUN: " + brokers.lacksZones());
      brokers.start();
      Await.until("all are there", () -> supervised(brokers));
      Map<String, Object> client = Map.of("bootstrap.servers", brokers.bootstrap());
      try (Admin admin = Admin.create(client)) {
        admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 3))).all().get();
        Await.until("it lies on all", () -> inSync(admin) == 3);
        int cut = leader(admin).orElseThrow() - 1;

        assertThat(brokers.cutZone(cut)).isTrue();

        assertThat(brokers.areThere()).isFalse();
        Await.until("another leads", () -> leader(admin).map(id -> id - 1 != cut).orElse(false));
        try (var producer =
            new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
          producer.send(new ProducerRecord<>(TOPIC, 0, "who", "two of three")).get();
        }
        assertThat(inSync(admin)).isEqualTo(2);
        assertThat(brokers.revive()).isEmpty();

        brokers.joinZone(cut);
        Await.until("it is there again, and whole", () -> inSync(admin) == 3);
        assertThat(brokers.areThere()).isTrue();
      }
      assertThat(read(client)).containsExactly("two of three");
    }
  }

  @Test
  void oneBrokerHasNoZoneToBeCutOffFrom() {
    try (Brokers brokers = new Brokers(1, folder, AotCache.NONE)) {
      assertThat(brokers.cutZone(0)).isFalse();
      assertThat(brokers.lacksZones()).isEmpty();
    }
  }

  private static boolean supervised(Brokers brokers) {
    assertThat(brokers.revive()).isEmpty();
    return brokers.areThere();
  }

  private static Optional<TopicPartitionInfo> partition(Admin admin) {
    try {
      Map<String, TopicDescription> found =
          admin
              .describeTopics(List.of(TOPIC))
              .allTopicNames()
              .toCompletionStage()
              .toCompletableFuture()
              .join();
      return found.values().stream().map(it -> it.partitions().getFirst()).findFirst();
    } catch (CompletionException e) {
      return Optional.empty(); // who was asked has not heard of it, or is cut off
    }
  }

  private static Optional<Integer> leader(Admin admin) {
    return partition(admin).flatMap(it -> Optional.ofNullable(it.leader())).map(node -> node.id());
  }

  private static int inSync(Admin admin) {
    return partition(admin).map(it -> it.isr().size()).orElse(0);
  }

  private static List<String> read(Map<String, Object> client) {
    List<String> values = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(client, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(List.of(PARTITION));
      consumer.seekToBeginning(List.of(PARTITION));
      Map<TopicPartition, Long> ends = consumer.endOffsets(List.of(PARTITION));
      while (!ends.containsValue(consumer.position(PARTITION))) {
        consumer.poll(Duration.ofSeconds(1)).forEach(record -> values.add(record.value()));
      }
    }
    return values;
  }
}
