package dev.playloop.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.audit.AuditException;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What somebody else wrote to our topics gives no step, and stops nobody who follows them.
class StepReaderTest {
  private static final Topics TOPICS = new Topics("t.", 1);
  private static final String TRIGGER =
      """
      {"agent":"society/ada","kind":"chat.message","source":"/chat","payload":{}}\
      """;

  private final StepReader reader = new StepReader(TOPICS);

  @Test
  void aLetterTellsWhichTriggerOfNobodyWasDropped() {
    assertThat(reader.read(letter("NO_SUCH_AGENT", "t.triggers", "3", "41")))
        .containsExactly(
            new Step.Dropped(
                new AgentId("society/ada"),
                Instant.EPOCH,
                new LoopEvent.TriggerDropped("t.triggers-3-41", DropReason.NO_SUCH_AGENT)));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          A_REASON_OF_THEIRS, t.triggers,     3, 41
          '',                 t.triggers,     3, 41
          NO_SUCH_AGENT,      '\u0000 a name', 3, 41
          NO_SUCH_AGENT,      t.world-events, 3, 41
          """)
  void aLetterWithHeadersOfTheirsGivesNoStep(
      String reason, String topic, String partition, String offset) {
    assertThat(reader.read(letter(reason, topic, partition, offset))).isEmpty();
  }

  @Test
  void numbersThatAreNoneAreTakenForMissing() {
    assertThat(reader.read(letter("NO_SUCH_AGENT", "t.triggers", "many", "9".repeat(99))))
        .extracting(step -> ((Step.Dropped) step).drop().trigger())
        .containsExactly("t.triggers--1--1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{}", "{'envelope':'{}'}", "\ud83d", "\u0000"})
  void aRecordThatIsNoneGivesNoStep(String value) {
    byte[] bytes = value.replace('\'', '"').getBytes(UTF_8);

    for (Topic<?, ?> topic : TOPICS.all(List.of("society"))) {
      assertThat(reader.read(record(topic, bytes, Map.of()))).as(topic.name()).isEmpty();
    }
  }

  @Test
  void aTriggerThatCameAsACloudEventIsAStepUnderItsOwnId() {
    Map<String, String> headers =
        Map.of(
            "ce_specversion",
            "1.0",
            "ce_id",
            "m-1",
            "ce_source",
            "/game",
            "ce_type",
            "chat.message");

    assertThat(reader.read(record(TOPICS.triggers(), TRIGGER.getBytes(UTF_8), headers)))
        .extracting(step -> ((Step.Published) step).id())
        .containsExactly(TriggerId.ofCloudEvent("/game", "m-1"));
    assertThat(
            reader.read(record(TOPICS.triggers(), TRIGGER.getBytes(UTF_8), Map.of("ce_id", "m"))))
        .isEmpty();
  }

  /// Else whoever follows waits for steps that never come.
  @Test
  void aJournalThatBeginsInTheFirstFormatIsNamed() {
    byte[] first = "{\"v\":1,\"envelope\":\"{}\"}".getBytes(UTF_8);

    assertThatThrownBy(() -> reader.read(record(TOPICS.journal(), first, Map.of())))
        .isInstanceOf(AuditException.class)
        .hasMessage("t.journal: format 1; this build reads 2");
    assertThat(reader.read(record(TOPICS.triggers(), first, Map.of()))).isEmpty();
  }

  private static ConsumerRecord<byte[], byte[]> letter(
      String reason, String topic, String partition, String offset) {
    return record(
        TOPICS.deadLetters(),
        TRIGGER.getBytes(UTF_8),
        Map.of(
            "playloop.dropped",
            reason,
            "playloop.topic",
            topic,
            "playloop.partition",
            partition,
            "playloop.offset",
            offset));
  }

  private static ConsumerRecord<byte[], byte[]> record(
      Topic<?, ?> topic, byte[] value, Map<String, String> headers) {
    RecordHeaders all = new RecordHeaders();
    headers.forEach((name, text) -> all.add(name, text.getBytes(UTF_8)));
    return new ConsumerRecord<>(
        topic.name(),
        0,
        0,
        0,
        TimestampType.CREATE_TIME,
        0,
        value.length,
        new byte[0],
        value,
        all,
        Optional.empty());
  }
}
