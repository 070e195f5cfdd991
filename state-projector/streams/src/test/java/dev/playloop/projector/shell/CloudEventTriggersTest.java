package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Refold;
import dev.playloop.projector.CloudEvents;
import dev.playloop.projector.edge.Placement;
import dev.playloop.projector.edge.Trace;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// CloudEvents straight on `triggers`, in both of Kafka's modes.
class CloudEventTriggersTest extends LoopTopologyCase {
  private static final String ADA = "test/ada";
  private static final String DATA = "{\"agent\":\"test/ada\",\"text\":\"hi\",\"replyTo\":\"m-0\"}";
  private static final String ID = TriggerId.ofCloudEvent("/game", "m-1");

  @BeforeEach
  void apply() {
    loop.apply(config("ada", "ada"));
  }

  private void send(@Nullable String key, Headers headers, String value) {
    loop.driver.sendRaw(
        loop.topics.triggers(),
        key == null ? null : key.getBytes(UTF_8),
        value.getBytes(UTF_8),
        headers,
        Samples.START);
  }

  private static RecordHeaders binary(String id) {
    return CloudEvents.binary(id, "chat.message");
  }

  private static String envelope(String id) {
    return new String(CloudEvents.envelope(id, "chat.message", DATA), UTF_8);
  }

  @Test
  void bothModesOpenARunUnderTheIdOfSourceAndId() {
    send(ADA, binary("m-1"), DATA);

    assertThat(only(loop.turns()).turn().value()).isEqualTo(ADA + ":" + ID + "#1");
    assertThat(loop.deadLetters()).isEmpty();
    close();
    open();
    apply();
    send(ADA, CloudEvents.structured(), envelope("m-1"));
    assertThat(only(loop.turns()).turn().value()).isEqualTo(ADA + ":" + ID + "#1");
  }

  @Test
  void theSameEventInBothModesAndAsARecordOfOursActsOnce() {
    send(ADA, binary("m-1"), DATA);
    send(ADA, binary("m-1"), DATA);
    send(ADA, CloudEvents.structured(), envelope("m-1"));
    loop.trigger(Samples.trigger("ada", ID, "hi"));

    assertThat(loop.turns()).hasSize(1);
    assertThat(loop.events()).filteredOn(LoopEvent.TriggerDropped.class::isInstance).hasSize(3);
    assertThat(loop.deadLetters()).isEmpty();
  }

  /// Whoever folds a journal again, years later, needs to know nothing of CloudEvents.
  @Test
  void theJournalHoldsTheTriggerAndFoldsAgain() {
    send(ADA, binary("m-1"), DATA);

    JournalReader.Read entry =
        loop.entries().stream()
            .filter(read -> read.envelope().kind().equals("trigger-arrived"))
            .findFirst()
            .orElseThrow();
    assertThat(entry.envelope().input()).isEqualTo(ID);
    assertThat(Objects.requireNonNull(entry.body()).input().path("kind").asString())
        .isEqualTo("chat.message");
    JournalVerifier verifier = new JournalVerifier(new Refold(LoopDriver.desk()));
    JournalVerifier.Report report =
        verifier.verify(agent("ada"), loop.journal(), ChainHead.START, null);
    assertThat(report.findings()).isEmpty();
    assertThat(report.refolded()).isPositive();
  }

  @Test
  void withoutAKeyItGoesToItsAgentAsARecordOfOurs() {
    RecordHeaders headers = binary("m-1");
    headers.add(Trace.PARENT, "00-trace".getBytes(UTF_8));
    headers.add("ce_x", "y".repeat(2_000).getBytes(UTF_8));

    send(null, headers, DATA);

    TestRecord<byte[], byte[]> again = only(loop.driver.raw(loop.topics.triggers()));
    assertThat(again.key()).isEqualTo(ADA.getBytes(UTF_8));
    assertThat(again.headers())
        .extracting(Header::key)
        .containsExactly(Trace.PARENT, Placement.REPUBLISHED);
    Trigger trigger = Json.read(again.value(), Trigger.class);
    assertThat(trigger.id()).isEqualTo(ID);
    assertThat(trigger.kind()).isEqualTo("chat.message");
    assertThat(only(loop.turns()).turn().value()).isEqualTo(ADA + ":" + ID + "#1");
    assertThat(loop.deadLetters()).isEmpty();
  }

  @Test
  void inAnotherPartitionItIsWrittenAgainOnce() {
    Topics two = new Topics("two.", 2);
    String name =
        Stream.iterate(0, i -> i + 1)
            .map(i -> "a" + i)
            .filter(candidate -> new Placement(2).of("test/" + candidate) == 1)
            .findFirst()
            .orElseThrow();
    loop.close();
    loop = new LoopDriver(dir, two, LoopDriver.desk());

    send("test/" + name, binary("m-1"), DATA.replace("ada", name));

    // The driver knows one partition only, so what was re-published lies wrong again.
    assertThat(loop.driver.raw(two.triggers())).hasSize(1);
    assertThat(header(only(loop.deadLetters()), "playloop.cause")).contains("expected 1 of 2");
  }

  @Test
  void aKeyThatContradictsTheDataIsADeadLetter() {
    send("test/bob", binary("m-1"), DATA);

    TestRecord<byte[], byte[]> letter = only(loop.deadLetters());
    assertThat(header(letter, "playloop.cause")).contains("key: expected 'test/ada'");
    assertThat(loop.turns()).isEmpty();
  }

  /// The letter has what came, so that it can be sent back.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          ce_id           | ~~          | ce_id: expected a text of 1 to 256 characters, got nothing
          ce_specversion  | 0.3         | ce_specversion: expected '1.0', got '0.3'
          ce_type         | NOT A KIND  | type: expected a dotted name such as chat.message, got 'NOT A KIND'
          ce_type         | dev.playloop.world-event | type: expected the kind of a trigger, such as chat.message, got
          content-type    | text/plain  | content-type: expected a JSON media type, got 'text/plain'
          content-type    | application/cloudevents-batch+json | content-type: expected 'application/cloudevents+json', one event a record
          """)
  void aBadOneIsADeadLetterThatNamesTheAttributeAndThePartitionGoesOn(
      String name, String value, String cause) {
    RecordHeaders headers = binary("m-1");
    headers.remove(name);
    headers.add(name, value.getBytes(UTF_8));

    send(ADA, headers, DATA);
    send(ADA, binary("m-2"), DATA);

    TestRecord<byte[], byte[]> letter = only(loop.deadLetters());
    assertThat(header(letter, "playloop.cause"))
        .startsWith("dev.playloop.schemas.InvalidValueException: " + cause);
    assertThat(new String(letter.value(), UTF_8)).isEqualTo(DATA);
    assertThat(header(letter, name)).isEqualTo(value);
    assertThat(loop.turns()).hasSize(1);
  }

  @Test
  void whatIsNoTextInAHeaderIsADeadLetter() {
    RecordHeaders headers = binary("m-1");
    headers.add("ce_player", new byte[] {(byte) 0xff});

    send(ADA, headers, DATA);

    assertThat(header(only(loop.deadLetters()), "playloop.cause"))
        .contains("ce_player: expected text in UTF-8, got the byte 0xFF");
  }

  @Test
  void oneOfAnAgentThatIsAppliedLaterWaitsForIt() {
    send("test/bob", binary("m-1"), DATA.replace("ada", "bob"));
    assertThat(loop.turns()).isEmpty();

    loop.apply(config("bob", "bob"));

    assertThat(only(loop.turns()).turn().value()).isEqualTo("test/bob:" + ID + "#1");
    assertThat(loop.deadLetters()).isEmpty();
  }

  @Test
  void oneOfNobodyIsALetterThatKeepsItsHeaders() {
    send("test/nobody", binary("m-1"), DATA.replace("ada", "nobody"));

    loop.pass(Duration.ofMinutes(1));

    TestRecord<byte[], byte[]> letter = only(loop.deadLetters());
    assertThat(header(letter, "ce_id")).isEqualTo("m-1");
    assertThat(header(letter, "playloop.dropped")).isEqualTo("NO_SUCH_AGENT");
  }

  /// As it was before there were others.
  @Test
  void aRecordOfOursIsReadAsItLiesWhateverElseItsHeadersSay() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("content-type", "application/json".getBytes(UTF_8));
    headers.add("ce", "1".getBytes(UTF_8));

    send(ADA, headers, Json.text(Samples.trigger("ada", "m-1", "hi")));

    assertThat(only(loop.turns()).turn().value()).isEqualTo(ADA + ":m-1#1");
  }
}
