package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.event.AgentConfig.Schedule;
import dev.playloop.schemas.event.SourceState;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Guarantee
@NeedsInfra
final class SourcesTest {
  private static final int ROWS = 20_000;

  @TempDir Path dir;
  private Kafka kafka;

  @BeforeEach
  void start(TestInfra infra) throws Exception {
    kafka = Kafka.on(infra);
  }

  @Test
  void aKilledOwnerLosesNoEventAndDoublesNone() throws Exception {
    Process first = IngestProcess.start(kafka.settings(), ROWS, 10, dir.resolve("first.log"));
    try {
      Await.until("the first owner is at work", () -> cursor() >= 300);
    } finally {
      first.destroyForcibly();
    }
    assertThat(first.waitFor(120, TimeUnit.SECONDS)).isTrue();
    int reached = cursor();
    assertThat(reached).as("it was killed in the middle").isLessThan(ROWS);

    try (TriggerIngest second = ingest(new Outbox(ROWS, 250, new AtomicInteger()))) {
      Await.until("the second owner is through", () -> cursor() == ROWS);
      assertThat(second.httpAddress()).isNotNull();
    }

    List<String> rows = IntStream.rangeClosed(1, ROWS).mapToObj(row -> "row-" + row).toList();
    assertThat(kafka.read(kafka.topics().triggers()))
        .extracting(Trigger::id)
        .containsExactlyInAnyOrderElementsOf(rows);
    assertThat(kafka.read(kafka.topics().worldEvents()))
        .extracting(WorldEvent::id)
        .containsExactlyInAnyOrderElementsOf(rows);
    assertOrderPerAgent();
  }

  @Test
  void aWorldThatIsAwayIsWaitedFor() throws Exception {
    try (TriggerIngest ingest = ingest(new Outbox(20, 10, new AtomicInteger(2)))) {
      assertThat(ingest.awaitReady(Duration.ofMinutes(2))).isTrue();

      Await.until("all rows are relayed", () -> cursor() == 20);

      assertThat(kafka.read(kafka.topics().triggers())).hasSize(20);
    }
  }

  @Test
  void aScheduleFiresWhoeverOwnsIt() throws Exception {
    Schedule tick = Schedule.every("tick", Duration.ofSeconds(1)).kind("idle.tick");
    kafka.send(
        kafka.topics().agents().name(),
        "society/ada",
        Json.bytes(Kafka.config("society/ada", List.of(tick))));
    try (TriggerIngest one = ingest(new Outbox(0, 1, new AtomicInteger()))) {
      assertThat(one.awaitReady(Duration.ofMinutes(2))).isTrue();
      Await.until("it has fired", () -> !kafka.read(kafka.topics().triggers()).isEmpty());
    }
    int before = kafka.read(kafka.topics().triggers()).size();
    try (TriggerIngest other = ingest(new Outbox(0, 1, new AtomicInteger()))) {
      assertThat(other.awaitReady(Duration.ofMinutes(2))).isTrue();
      Await.until("it goes on", () -> kafka.read(kafka.topics().triggers()).size() >= before + 2);
    }

    assertThat(kafka.read(kafka.topics().triggers()))
        .allSatisfy(trigger -> assertThat(trigger.kind()).isEqualTo("idle.tick"))
        .extracting(Trigger::id)
        .doesNotHaveDuplicates();
  }

  private void assertOrderPerAgent() {
    kafka.read(kafka.topics().triggers()).stream()
        .collect(java.util.stream.Collectors.groupingBy(Trigger::agent))
        .forEach((agent, triggers) ->
            assertThat(triggers)
                .extracting(trigger -> Integer.parseInt(String.valueOf(trigger.id()).substring(4)))
                .as(agent.value())
                .isSorted());
  }

  private int cursor() {
    return kafka.read(kafka.topics().sourceCursors()).stream()
        .filter(state -> state.source().value().equals("society-outbox"))
        .map(SourceState::cursor)
        .mapToInt(Integer::parseInt)
        .max()
        .orElse(0);
  }

  private TriggerIngest ingest(Outbox outbox) {
    return IngestRole.of(IngestSettings.local(), List.of(outbox))
        .start(RoleContext.of(kafka.settings()));
  }
}
