package dev.playloop.ingest;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.TestInfra;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// A broker with Playloop's topics, what tests write into them, and what they read back.
final class Kafka {
  private static final AtomicInteger PREFIXES = new AtomicInteger();

  private final Topics topics;
  private final String bootstrap;

  private Kafka(Topics topics, String bootstrap) {
    this.topics = topics;
    this.bootstrap = bootstrap;
  }

  /// On the broker of this test class; each has topics of its own.
  static Kafka on(TestInfra infra) throws Exception {
    return at(infra.bootstrapServers(), "t" + PREFIXES.incrementAndGet() + ".");
  }

  /// Playloop's topics, created on that broker.
  static Kafka at(String bootstrap, String prefix) throws Exception {
    Kafka kafka = new Kafka(new Topics(prefix, 4), bootstrap);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      List<NewTopic> topics = new ArrayList<>();
      for (Topic<?, ?> topic : kafka.topics.all(List.of("society"))) {
        topics.add(
            new NewTopic(topic.name(), topic.partitions(), (short) 1).configs(topic.config()));
      }
      admin.createTopics(topics).all().get();
    }
    return kafka;
  }

  KafkaSettings settings() {
    return KafkaSettings.of(bootstrap, topics);
  }

  Topics topics() {
    return topics;
  }

  void apply(String... agents) throws Exception {
    for (String agent : agents) {
      send(topics.agents().name(), agent, Json.bytes(config(agent, List.of())));
    }
  }

  static AgentConfig config(String agent, List<AgentConfig.Schedule> schedules) {
    return AgentConfig.of(
            new AgentId(agent),
            "actor",
            new AgentConfig.Instructions("You are " + agent, "", List.of()))
        .caps(new AgentConfig.Caps(java.math.BigDecimal.ONE, java.math.BigDecimal.TEN))
        .schedules(schedules);
  }

  void send(String topic, String key, byte @Nullable [] value) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value)).get();
    }
  }

  /// Writes this value so many times, each under a key of its own.
  void fill(String topic, String key, byte[] value, int records) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", bootstrap, "linger.ms", 20),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      Future<?> last = null;
      for (int i = 0; i < records; i++) {
        byte[] name = (key + i).getBytes(StandardCharsets.UTF_8);
        last = producer.send(new ProducerRecord<>(topic, name, value));
      }
      producer.flush();
      if (last != null) {
        last.get();
      }
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
    try (TopicReader reader =
        TopicReading.of(settings(), topic).strict().prompt().fromBeginning()) {
      return reader.toEnd();
    }
  }
}
