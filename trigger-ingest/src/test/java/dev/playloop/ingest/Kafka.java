package dev.playloop.ingest;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// A broker with Playloop's topics, what tests write into them, and what they read back.
final class Kafka implements AutoCloseable {
  private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX, 4);

  private final Path dir;
  private EmbeddedBroker broker;

  private Kafka(Path dir, EmbeddedBroker broker) {
    this.dir = dir;
    this.broker = broker;
  }

  static Kafka start(Path dir) throws Exception {
    Kafka kafka = new Kafka(dir, EmbeddedBroker.start(dir));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.broker.bootstrapServers()))) {
      List<NewTopic> topics = new ArrayList<>();
      for (Topic<?, ?> topic : TOPICS.all(List.of("society"))) {
        topics.add(
            new NewTopic(topic.name(), topic.partitions(), (short) 1).configs(topic.config()));
      }
      admin.createTopics(topics).all().get();
    }
    return kafka;
  }

  KafkaSettings settings() {
    return KafkaSettings.of(broker.bootstrapServers(), TOPICS);
  }

  Topics topics() {
    return TOPICS;
  }

  void stop() {
    broker.close();
  }

  /// On the same folder and, as the broker keeps them there, the same ports.
  void restart() {
    broker = EmbeddedBroker.start(dir);
  }

  void apply(String... agents) throws Exception {
    for (String agent : agents) {
      send(TOPICS.agents().name(), agent, Json.bytes(config(agent, List.of())));
    }
  }

  static AgentConfig config(String agent, List<AgentConfig.Schedule> schedules) {
    return new AgentConfig(
        1,
        new AgentId(agent),
        "default",
        true,
        "actor",
        new AgentConfig.Instructions("You are " + agent, "", List.of()),
        Map.of(),
        Map.of(),
        new AgentConfig.Caps(java.math.BigDecimal.ONE, java.math.BigDecimal.TEN),
        Map.of(),
        schedules,
        List.of(),
        List.of(),
        null);
  }

  void send(String topic, String key, byte @Nullable [] value) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value)).get();
    }
  }

  /// All committed values of a topic, partition after partition.
  <V> List<V> read(Topic<?, V> topic) {
    List<V> values = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records(topic)) {
      values.add(topic.value().deserializer().deserialize(topic.name(), record.value()));
    }
    return values;
  }

  List<ConsumerRecord<byte[], byte[]>> records(Topic<?, ?> topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "isolation.level",
                "read_committed",
                "fetch.max.wait.ms",
                "10"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (int i = 0; i < topic.partitions(); i++) {
        partitions.add(new TopicPartition(topic.name(), i));
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
        consumer.poll(Duration.ofMillis(50)).forEach(records::add);
      }
    }
    return records;
  }

  /// Polls until the condition holds; fails after 30 s.
  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited 30 s in vain until " + what);
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  @Override
  public void close() {
    broker.close();
  }
}
