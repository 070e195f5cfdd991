package dev.playloop.projector;

import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// Topics with some agents of the test world, and triggers for all of them.
record Fixture(KafkaSettings kafka, int agents) {
  static final Duration PATIENCE = Duration.ofSeconds(90);

  static Fixture of(String broker, String prefix, int partitions, int agents)
      throws InterruptedException {
    Topics topics = new Topics(prefix, partitions);
    KafkaSettings kafka = KafkaSettings.of(broker, topics);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(topics.all(java.util.List.of(TestWorld.NAME)), PATIENCE);
    }
    try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
      IntStream.range(0, agents)
          .mapToObj(i -> Samples.config("a" + i, "a" + i))
          .forEach(config -> send(producer, topics.agents(), config.agent().value(), config));
    }
    return new Fixture(kafka, agents);
  }

  /// For a projector that closes whatever it has open before its folder is deleted.
  static ProjectorSettings settings(Path state) {
    return ProjectorSettings.local(state).withCloseWithin(Duration.ofMinutes(1));
  }

  /// One trigger of this id for each agent.
  void publish(String trigger) {
    try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
      IntStream.range(0, agents)
          .mapToObj(i -> Samples.trigger("a" + i, trigger, "farm").withId(trigger, Instant.now()))
          .forEach(sent -> send(producer, kafka.topics().triggers(), sent.agent().value(), sent));
    }
  }

  /// Writes one record; it is there when this returns. A trigger comes now, whenever its sample
  /// came: one of a week ago is too old for a projector on the real clock.
  void write(Topic<?, ?> topic, String key, Object value) {
    try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
      send(producer, topic, key, value instanceof Trigger one ? one.at(Instant.now()) : value);
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(KafkaSettings kafka) {
    return new KafkaProducer<>(
        kafka.with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer, Topic<?, ?> topic, String key, Object value) {
    var _ =
        producer.send(
            new ProducerRecord<>(
                topic.name(), key.getBytes(StandardCharsets.UTF_8), Json.bytes(value)));
  }
}
