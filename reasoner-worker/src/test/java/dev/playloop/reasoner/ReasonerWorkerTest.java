package dev.playloop.reasoner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.reasoner.route.Turns;
import dev.playloop.reasoner.wire.FaultServer;
import dev.playloop.reasoner.wire.Llm;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.Prompts;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.Worlds;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The reasoner on a real broker.
@NeedsInfra
final class ReasonerWorkerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final AtomicInteger SYSTEMS = new AtomicInteger();
  private static final String HELLO =
      "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"Hello.\"},"
          + "\"finish_reason\":\"stop\"}]}";

  private static String broker;

  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<Future<RecordMetadata>> sent = new ArrayList<>();
  private KafkaSettings kafka;
  private KafkaProducer<AgentId, Turn> producer;
  private TopicReader decisions;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    broker = infra.bootstrapServers();
  }

  @BeforeEach
  void createTopics() throws InterruptedException {
    Topics topics = new Topics("r" + SYSTEMS.incrementAndGet() + ".", 4);
    kafka = KafkaSettings.of(broker, topics);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(topics.all(List.of("society")), PATIENCE);
    }
    producer =
        new KafkaProducer<>(
            kafka.with(Map.of()),
            topics.turns().key().serializer(),
            topics.turns().value().serializer());
    open.add(producer);
    decisions = TopicReading.of(kafka, topics.decisions()).strict().prompt().fromBeginning();
    open.add(decisions);
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable closeable : open.reversed()) {
      closeable.close();
    }
  }

  @Test
  void aTurnIsOneCallOverHttpAndOneDecisionKeyedByItsAgent() throws Exception {
    FaultServer server = new FaultServer().reply("v1", 200, "", HELLO);
    open.add(server);
    open.add(ReasonerRole.of(ReasonerSettings.standard(), Worlds.of()).start(counted()));

    for (int agent = 0; agent < 20; agent++) {
      send(agent, server.url("v1"));
    }

    List<ConsumerRecord<AgentId, Decision>> records = collect(20);
    assertThat(records)
        .allSatisfy(record -> {
          assertThat(record.key()).isEqualTo(record.value().agent());
          assertThat(record.value().outcome())
              .isInstanceOfSatisfying(
                  Decision.Answered.class,
                  answered -> assertThat(answered.text()).isEqualTo("Hello."));
        });
    assertThat(records).extracting(r -> r.value().turn()).doesNotHaveDuplicates();
    assertThat(server.requests()).isEqualTo(20);
  }

  @Test
  void aThousandCallsAreInFlightAtOnce() throws Exception {
    CountDownLatch all = new CountDownLatch(1_000);
    AtomicInteger calls = new AtomicInteger();
    Llm slow =
        request -> {
          all.countDown();
          // Nobody is answered before a thousand are being asked.
          if (!all.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError(all.getCount() + " calls are still missing");
          }
          calls.incrementAndGet();
          return new LlmAnswer.Said(
              "{}", "Hello.", List.of(), null, new LlmAnswer.Meta(null, "m", List.of("stop")));
        };
    for (int agent = 0; agent < 1_000; agent++) {
      send(agent, "http://unused/v1");
    }
    open.add(
        ReasonerRole.of(ReasonerSettings.standard(), Worlds.of())
            .answeredBy(slow)
            .start(counted()));

    assertThat(collect(1_000)).extracting(r -> r.value().turn()).doesNotHaveDuplicates();
    assertThat(calls).hasValue(1_000);
  }

  /// Where calls are counted: a member of this protocol may be silent for 45 s, of the other for 6.
  private RoleContext counted() {
    return RoleContext.of(
        new KafkaSettings(
            Map.of("bootstrap.servers", broker, "group.protocol", "consumer"),
            kafka.topics(),
            null));
  }

  private void send(int agent, String baseUrl) {
    AgentId id = AgentId.of("society", "a" + agent);
    Turn template =
        Turns.turn(
            Prompts.prompt("x"),
            BigDecimal.ONE,
            Instant.now().plus(PATIENCE),
            0,
            Route.Candidate.of(baseUrl, "m")
                .provider("rehearsal", Route.Wire.OPENAI)
                .maxInFlight(2_000)
                .timeout(PATIENCE));
    Turn turn =
        Turn.of(new TurnId(id + ":t#1"), id, template.route(), template.body(), template.hash())
            .notAfter(template.notAfter())
            .permitUsd(template.permitUsd());
    sent.add(producer.send(new ProducerRecord<>(kafka.topics().turns().name(), id, turn)));
  }

  private List<ConsumerRecord<AgentId, Decision>> collect(int count) throws Exception {
    for (Future<RecordMetadata> one : sent) {
      one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    List<ConsumerRecord<AgentId, Decision>> got = new ArrayList<>();
    Await.until(
        count + " decisions",
        () -> {
          decisions.poll(Duration.ofMillis(100)).forEach(record -> got.add(typed(record)));
          return got.size() >= count;
        });
    assertThat(got).hasSize(count);
    return got;
  }

  private ConsumerRecord<AgentId, Decision> typed(ConsumerRecord<byte[], byte[]> record) {
    Topic<AgentId, Decision> topic = kafka.topics().decisions();
    return new ConsumerRecord<>(
        record.topic(),
        record.partition(),
        record.offset(),
        topic.key().deserializer().deserialize(record.topic(), record.key()),
        topic.value().deserializer().deserialize(record.topic(), record.value()));
  }
}
