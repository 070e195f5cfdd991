package dev.playloop.projector;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// A reasoner and an executor as plain clients: turns 1 and 2 farm, turn 3 says that it is done;
/// every action succeeds. At least once, as real workers are after a crash.
final class FakeWorkers implements AutoCloseable {
  private final Topics topics;
  private final TopicReader reader;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Thread thread;

  FakeWorkers(KafkaSettings kafka) {
    topics = kafka.topics();
    reader =
        TopicReading.of(kafka, List.of(topics.turns(), topics.actions(TestWorld.NAME)))
            .strict()
            .prompt()
            .fromBeginning();
    producer =
        new KafkaProducer<>(
            kafka.with(Map.of("linger.ms", "0")),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    thread = Thread.ofPlatform().name("fake-workers").start(this::run);
  }

  private void run() {
    try {
      while (true) {
        reader.poll(Duration.ofMillis(100)).forEach(this::answer);
      }
    } catch (WakeupException e) {
      reader.close();
    }
  }

  private void answer(ConsumerRecord<byte[], byte[]> record) {
    if (record.topic().equals(topics.turns().name())) {
      Turn turn = Json.read(record.value(), Turn.class);
      int number = turn.turn().number();
      send(
          topics.decisions().name(),
          turn.agent().value(),
          Json.bytes(
              number < 3
                  ? SampleDecisions.farm(turn, number)
                  : SampleDecisions.text(turn, "farmed")));
    } else {
      Action action = Json.read(record.value(), Action.class);
      send(
          topics.results().name(),
          action.agent().value(),
          Json.bytes(
              ActionResult.done(
                  action.action(), action.agent(), Json.NODES.objectNode().put("wheat", 1), null)));
    }
  }

  private void send(String topic, String key, byte[] value) {
    var _ = producer.send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value));
  }

  @Override
  public void close() {
    reader.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close();
  }
}
