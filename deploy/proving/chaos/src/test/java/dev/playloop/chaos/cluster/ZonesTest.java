package dev.playloop.chaos.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.chaos.process.AotCache;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.Acks;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real cut between real brokers: each is up, and none is told.
@Tag("slow")
class ZonesTest {
  private static final String TOPIC = "cut";
  private static final String ROLE = "ingest";

  @TempDir private Path folder;

  @Test
  void theOthersGoOnAndTheOneThatIsCutOffTakesNothing() throws Exception {
    try (Brokers brokers = Brokers.inZones(3, folder, AotCache.NONE)) {
      Assumptions.assumeTrue(brokers.lacksZones().isEmpty(), "NOT RUN: " + brokers.lacksZones());
      List<Links> workers = List.of(brokers.open(), brokers.open(), brokers.open());
      brokers.start();
      Await.until("all are there", () -> supervised(brokers));
      Map<String, Object> unhindered = Map.of("bootstrap.servers", brokers.bootstrap());
      int cut;
      try (Admin admin = Admin.create(unhindered)) {
        admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 3))).all().get();
        admin.createAcls(List.of(allOf(TOPIC))).all().get();
        cut = leader(admin).orElseThrow() - 1;
      }
      Map<String, Object> elsewhere = client(brokers, workers.get((cut + 1) % 3));
      try (Producer<String, String> inside = producer(client(brokers, workers.get(cut)), 10_000);
          Producer<String, String> outside = producer(elsewhere, 90_000);
          Admin majority = Admin.create(elsewhere)) {
        Await.until("rights are known to all", () -> isKnown(inside) && isKnown(outside));
        // Whoever has no producer's id yet asks for one first, and keeps no time in that.
        Await.until("it is stored within its 10 s", () -> isStored(inside));
        outside.send(of("from outside")).get();

        assertThat(brokers.cutZone(cut)).isTrue();

        assertThat(brokers.areThere()).isFalse();
        assertThatThrownBy(() -> inside.send(of("one of three")).get())
            .hasCauseInstanceOf(TimeoutException.class);
        Await.until("another leads", () -> leader(majority).map(id -> id - 1 != cut).orElse(false));
        outside.send(of("two of three")).get();
        assertThat(inSync(majority)).isEqualTo(2);
        // Whether its broker has a producer's id left for it or not; without one Kafka's client
        // asks
        // without end.
        Producer<String, String> late = producer(client(brokers, workers.get(cut)), 10_000);
        assertThatThrownBy(() -> Acks.await(late.send(of("never"))))
            .hasCauseInstanceOf(TimeoutException.class);
        late.close(Duration.ZERO);
        assertThat(brokers.revive()).isEmpty();

        brokers.joinZone(cut);
        Await.until("it is there again, and whole", () -> inSync(majority) == 3);
        assertThat(brokers.areThere()).isTrue();
      }
      // The first may lie there again, where its time was over before it was known to be stored.
      assertThat(read(brokers))
          .contains("from inside")
          .filteredOn(value -> !value.equals("from inside"))
          .containsExactly("from outside", "two of three");
    }
  }

  @Test
  void oneBrokerHasNoZoneToBeCutOffFrom() {
    try (Brokers brokers = Brokers.onLoopback(1, folder, AotCache.NONE)) {
      assertThat(brokers.cutZone(0)).isFalse();
      assertThat(brokers.lacksZones()).isEmpty();
    }
  }

  private static AclBinding allOf(String topic) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
        new AccessControlEntry("User:" + ROLE, "*", AclOperation.ALL, AclPermissionType.ALLOW));
  }

  private static Map<String, Object> client(Brokers brokers, Links links) {
    Map<String, Object> client = new HashMap<>(brokers.logins().of(ROLE));
    client.put("bootstrap.servers", links.bootstrap());
    client.put("request.timeout.ms", "2000");
    return client;
  }

  private static Producer<String, String> producer(Map<String, Object> client, int within) {
    Map<String, Object> patient = new HashMap<>(client);
    patient.put("delivery.timeout.ms", String.valueOf(within));
    return new KafkaProducer<>(patient, new StringSerializer(), new StringSerializer());
  }

  private static boolean isKnown(Producer<String, String> producer) {
    try {
      return !producer.partitionsFor(TOPIC).isEmpty();
    } catch (TopicAuthorizationException e) {
      return false; // brokers hear of rights a little later than who gives them
    }
  }

  private static boolean isStored(Producer<String, String> inside) {
    try {
      inside.send(of("from inside")).get();
      return true;
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(TimeoutException.class);
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static ProducerRecord<String, String> of(String value) {
    return new ProducerRecord<>(TOPIC, 0, "who", value);
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

  private static List<String> read(Brokers brokers) {
    KafkaSettings kafka =
        KafkaSettings.of(brokers.bootstrap(), new Topics(Topics.DEFAULT_PREFIX, 1));
    Topic<String, String> topic = Topic.of(TOPIC, Serdes.String(), Serdes.String());
    try (TopicReader reader = TopicReading.of(kafka, topic).strict().fromBeginning()) {
      return reader.toEnd().stream()
          .map(record -> new String(record.value(), StandardCharsets.UTF_8))
          .toList();
    }
  }
}
