package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.math.BigDecimal;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The cap on a real broker: decisions go in, a halt comes out, over the end of a process too.
@NeedsInfra
final class SpendCapTest {
  private Kafka kafka;

  @BeforeEach
  void start(TestInfra infra) throws Exception {
    kafka = Kafka.on(infra);
  }

  @Test
  void theDayIsCountedOnByTheNextProcessAndHaltedOnce() throws Exception {
    assumeTrue(
        LocalTime.now(ZoneOffset.UTC).isBefore(LocalTime.of(23, 50)),
        "NOT RUN: the day (UTC) ends in a few minutes, and with it its count");
    kafka.send(kafka.topics().decisions().name(), "society/ada", Json.bytes("no decision"));
    decided("society/ada", 1, "0.6");
    try (TriggerIngest first = ingest()) {
      Await.until("the first one is counted", () -> cursor().contains("0.6"));
      assertThat(first.isAlive()).isTrue();
    }
    assertThat(halts()).isEmpty();

    decided("society/cal", 1, "0.5");
    try (TriggerIngest second = ingest()) {
      Await.until("the world is halted", () -> !halts().isEmpty());
      assertThat(second.isAlive()).isTrue();
      kafka.send(kafka.topics().halts().name(), "society", null);
      decided("society/ada", 2, "7");
      Await.until("the third one is counted", () -> cursor().contains("8.1"));
    }

    List<@Nullable Halt> written = halts();
    assertThat(written).hasSize(2);
    Halt halt = Objects.requireNonNull(written.getFirst());
    assertThat(halt.by()).isEqualTo("cap");
    assertThat(halt.reason()).contains("1.1 USD", "the cap is 1");
    assertThat(written.getLast()).as("what a person resumed").isNull();
  }

  private void decided(String agent, int number, String usd) throws Exception {
    AgentId id = new AgentId(agent);
    Decision decision =
        Decision.of(
                new TurnId(agent + ":t-" + number + "#1"),
                id,
                new Decision.Answered("{}", "", List.of()))
            .by("model", "candidate")
            .spent(null, new BigDecimal(usd))
            .took(1, 5);
    kafka.send(kafka.topics().decisions().name(), agent, Json.bytes(decision));
  }

  /// All that was ever written, a tombstone as null.
  private List<@Nullable Halt> halts() {
    Topic<?, Halt> halts = kafka.topics().halts();
    return kafka.records(halts).stream().map(record -> read(halts, record)).toList();
  }

  private static @Nullable Halt read(Topic<?, Halt> topic, ConsumerRecord<byte[], byte[]> record) {
    return record.value() == null
        ? null
        : topic.value().deserializer().deserialize(topic.name(), record.value());
  }

  private String cursor() {
    return kafka.read(kafka.topics().sourceCursors()).stream()
        .filter(state -> state.source().equals(SpendCapSource.ID))
        .map(state -> state.cursor())
        .reduce("", (a, b) -> b);
  }

  private TriggerIngest ingest() {
    IngestSettings local = IngestSettings.local();
    IngestSettings capped =
        IngestSettingsBuilder.builder()
            .edge(local.edge())
            .maxBatch(local.maxBatch())
            .maxInFlight(local.maxInFlight())
            .bufferBytes(local.bufferBytes())
            .ackTimeout(local.ackTimeout())
            .caps(new SpendCaps(Map.of("society", BigDecimal.ONE), null))
            .build();
    return IngestRole.of(capped, List.of()).start(RoleContext.of(kafka.settings()));
  }
}
