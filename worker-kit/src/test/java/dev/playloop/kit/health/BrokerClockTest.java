package dev.playloop.kit.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.worker.Lab;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Clocks beside that of a broker.
@NeedsInfra
class BrokerClockTest {
  private static KafkaSettings kafka;
  private static Topic<?, ?> stamped;

  @BeforeAll
  static void createTopic(TestInfra infra) throws InterruptedException {
    kafka = KafkaSettings.of(infra.bootstrapServers(), new Topics("clock.", 1));
    stamped = kafka.topics().triggers();
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(List.of(stamped), Lab.PATIENCE);
    }
  }

  @ParameterizedTest
  @CsvSource({"3600, ahead of", "90, ahead of", "-3600, behind"})
  void aClockThatIsOffIsToldAndOneThatIsSetRightIsNot(long seconds, String how) throws Exception {
    try (Producer<byte[], byte[]> off = producer(Duration.ofSeconds(seconds))) {
      off.send(new ProducerRecord<>(stamped.name(), new byte[1])).get();
    }
    assertThat(BrokerClock.problem()).contains(how + " the brokers'", "set it");

    try (Producer<byte[], byte[]> right = Clients.plain(kafka, List.of(stamped))) {
      right.send(new ProducerRecord<>(stamped.name(), new byte[1])).get();
    }
    assertThat(BrokerClock.problem()).isNull();
  }

  @Test
  void whatStreamsMakesForItselfHasNoTimesOfTheBroker() throws Exception {
    String own = "clock.loop-agents-changelog";
    try (Admin admin = Admin.create(kafka.with(Map.of()));
        Producer<byte[], byte[]> producer = producer(Duration.ZERO)) {
      admin.createTopics(List.of(new NewTopic(own, Optional.of(1), Optional.empty()))).all().get();
      producer.send(new ProducerRecord<>(own, 0, 1L, null, new byte[1])).get();
    }
    assertThat(BrokerClock.problem()).as("of a record of 1970").isNull();
  }

  private static Producer<byte[], byte[]> producer(Duration ahead) {
    Map<String, Object> config = new HashMap<>(kafka.with(BrokerClock.CONFIG));
    config.put(BrokerClock.CLOCK, Clock.offset(Clock.systemUTC(), ahead));
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
