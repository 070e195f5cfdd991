package dev.playloop.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What waits is what the newest value of each agent says.
@NeedsInfra
class ApprovalRegisterTest {
  private static final AgentId ADA = new AgentId("tally/ada");
  private static final AgentId BEA = new AgentId("tally/bea");
  private static final AgentId CAL = new AgentId("tally/cal");

  private KafkaSettings kafka;
  private KafkaProducer<byte[], byte[]> producer;
  private ApprovalRegister register;

  @BeforeEach
  void open(TestInfra infra) throws InterruptedException {
    Topics topics = new Topics("approvals-" + UUID.randomUUID() + ".", 2);
    kafka = KafkaSettings.of(infra.bootstrapServers(), topics);
    try (TopicAdmin admin = TopicAdmin.connect(kafka)) {
      admin.create(List.of(topics.approvals()), Duration.ofSeconds(30));
    }
    producer =
        new KafkaProducer<>(
            kafka.with(Map.of("linger.ms", "5")),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    register = new ApprovalRegister(kafka);
  }

  @AfterEach
  void close() {
    producer.close();
  }

  @Test
  void whatExpiresFirstComesFirstAndGrantsLast() {
    put(ADA, Inboxes.asked(ADA, "treasurer", Inboxes.NOW.plusSeconds(90)));
    put(BEA, Inboxes.asked(BEA, "captain", Inboxes.NOW.plusSeconds(30)));
    put(CAL, Inboxes.other(CAL));

    assertThat(register.list(Sought.ALL))
        .extracting(one -> one.getClass().getSimpleName() + " " + one.agent())
        .containsExactly(
            "Asked tally/bea", "Asked tally/ada", "InDoubt tally/cal", "Granted tally/cal");
    assertThat(register.list(new Sought(ADA, null, null))).hasSize(1);
    assertThat(register.list(new Sought(null, "captain", null)))
        .filteredOn(Waits.Asked.class::isInstance)
        .extracting(Waits::agent)
        .containsExactly(BEA);
  }

  @Test
  void whatHasEndedIsNotThereAndWhatCantBeReadHarmsNobody() {
    put(ADA, Inboxes.asked(ADA, "treasurer", Inboxes.NOW));
    put(ADA, null);
    put(BEA, Inboxes.asked(BEA, "captain", Inboxes.NOW));
    send(CAL.value(), "{\"agent\":".getBytes(StandardCharsets.UTF_8));

    assertThat(register.list(Sought.ALL)).extracting(Waits::agent).containsExactly(BEA);
  }

  @Test
  void anIdMayBeCutWhereNoOtherBeginsSo() {
    put(ADA, Inboxes.asked(ADA, "treasurer", Inboxes.NOW));
    put(BEA, Inboxes.asked(BEA, "treasurer", Inboxes.NOW));
    Waits ada = register.list(new Sought(ADA, null, null)).getFirst();

    assertThat(register.find(ada.id())).isEqualTo(new Found.One(ada));
    assertThat(register.find(ada.id().substring(0, 8))).isEqualTo(new Found.One(ada));
    assertThat(register.find("tally/ada:t-1#1.1")).isEqualTo(new Found.One(ada));
    assertThat(register.find("tally/")).isInstanceOf(Found.Several.class);
    assertThat(register.find("")).isEqualTo(new Found.Nothing("", null));
    assertThat(register.find(ada.id().substring(0, 15) + "x"))
        .isEqualTo(new Found.Nothing(ada.id().substring(0, 15) + "x", ada.id()));
  }

  /// How long it takes is measured and printed; that all are there is claimed.
  @Test
  void tenThousandQuestionsAreListed() {
    List<Future<?>> sent = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      AgentId agent = new AgentId("tally/a" + i);
      ApprovalInbox inbox = Inboxes.asked(agent, "treasurer", Inboxes.NOW.plusSeconds(i));
      sent.add(
          producer.send(
              new ProducerRecord<>(
                  kafka.topics().approvals().name(),
                  agent.value().getBytes(StandardCharsets.UTF_8),
                  Json.bytes(inbox))));
    }
    producer.flush();
    assertThat(sent).allMatch(Future::isDone);
    long began = System.nanoTime();

    List<Waits> all = register.list(Sought.ALL);

    System.out.printf(
        "10,000 questions listed in %d ms%n", (System.nanoTime() - began) / 1_000_000);
    assertThat(all).hasSize(10_000).first().extracting(Waits::agent).hasToString("tally/a0");
  }

  private void put(AgentId agent, @Nullable ApprovalInbox inbox) {
    send(agent.value(), inbox == null ? null : Json.bytes(inbox));
  }

  private void send(String key, byte @Nullable [] value) {
    assertThat(
            producer.send(
                new ProducerRecord<>(
                    kafka.topics().approvals().name(),
                    key.getBytes(StandardCharsets.UTF_8),
                    value)))
        .succeedsWithin(Duration.ofSeconds(30));
  }
}
