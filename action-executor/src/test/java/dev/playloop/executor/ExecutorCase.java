package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.WorldBinding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/// Executors on topics of a test's own.
abstract class ExecutorCase {
  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final int IN_FLIGHT = 100;
  static final AtomicInteger SYSTEMS = new AtomicInteger();

  static String broker;

  final List<AutoCloseable> open = new ArrayList<>();
  Topics topics;
  KafkaSettings kafka;
  KafkaProducer<Lane, Action> producer;
  private TopicReader results;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    broker = infra.bootstrapServers();
  }

  @BeforeEach
  void createTopics() throws Exception {
    topics = new Topics("x" + SYSTEMS.incrementAndGet() + ".", 2);
    kafka = KafkaSettings.of(broker, topics);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(topics.all(List.of(FakeWorld.NAME)), PATIENCE);
    }
    Topic<Lane, Action> actions = topics.actions(FakeWorld.NAME);
    producer =
        new KafkaProducer<>(
            kafka.with(Map.of("linger.ms", "0")),
            actions.key().serializer(),
            actions.value().serializer());
    open.add(producer);
    results = TopicReading.of(kafka, topics.results()).strict().prompt().fromBeginning();
    open.add(results);
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable closeable : open.reversed()) {
      closeable.close();
    }
  }

  ActionExecutor start(FakeWorld world) throws InterruptedException {
    ActionExecutor executor =
        new ExecutorRole(
                ExecutorSettings.standard()
                    .withMaxInFlight(IN_FLIGHT)
                    .withRest(Duration.ofMillis(50)),
                List.of(WorldBinding.of(world, world)))
            .start(RoleContext.of(kafka));
    open.add(executor);
    assertThat(executor.awaitReady(PATIENCE)).isTrue();
    return executor;
  }

  void send(Action action) throws Exception {
    Action timely = Bench.until(Instant.now().plusSeconds(120), action);
    producer
        .send(new ProducerRecord<>(topics.actions(FakeWorld.NAME).name(), timely.lane(), timely))
        .get();
  }

  List<ActionResult> collect(int count) {
    List<ActionResult> found = new ArrayList<>();
    Await.until(
        count + " results",
        () -> {
          for (ConsumerRecord<byte[], byte[]> record : results.poll(Duration.ofMillis(200))) {
            found.add(Json.read(record.value(), ActionResult.class));
          }
          return found.size() >= count;
        });
    return found;
  }
}
