package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static dev.playloop.projector.shell.LoopTopologyTest.header;
import static dev.playloop.projector.shell.LoopTopologyTest.only;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.journal.JournalReader;
import dev.playloop.projector.edge.Placement;
import dev.playloop.projector.edge.Trace;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.LetterHeaders;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Records that other clients write straight to Kafka, and records that are none.
class OutsidersTest {
  private static final byte[] ADA = "test/ada".getBytes(UTF_8);

  @TempDir Path dir;
  private LoopDriver loop;

  @BeforeEach
  void open() {
    loop = new LoopDriver(dir);
    loop.apply(config("ada", "ada"));
  }

  @AfterEach
  void close() {
    loop.close();
  }

  private void raw(Topic<?, ?> topic, byte @Nullable [] key, @Nullable String value) {
    loop.driver.sendRaw(
        topic,
        key,
        value == null ? null : value.getBytes(UTF_8),
        new RecordHeaders(),
        Samples.START);
  }

  @Test
  void badRecordsOfEveryTopicBecomeDeadLettersAndThePartitionGoesOn() {
    Topics topics = loop.topics;
    raw(topics.triggers(), ADA, "{broken");
    raw(topics.triggers(), ADA, null);
    raw(topics.triggers(), ADA, "{\"agent\":\"test/ada\",\"kind\":\"NOT A KIND\"}");
    raw(topics.triggers(), ADA, "{\"agent\":\"no agent\",\"kind\":\"chat.message\"}");
    raw(topics.triggers(), ADA, "null");
    raw(topics.decisions(), ADA, "[]");
    raw(topics.decisions(), ADA, "{\"v\":1,\"agent\":\"test/ada\"}");
    raw(topics.results(), ADA, "{\"agent\":\"test/ada\",\"action\":\"x\"}");
    raw(topics.controls(), ADA, "{\"type\":\"explode\",\"agent\":\"test/ada\"}");
    raw(topics.controls(), ADA, "{\"type\":\"approve\",\"agent\":\"test/ada\"}");
    raw(topics.views(), ADA, "\"\"");
    raw(topics.agents(), ADA, "{}");
    raw(topics.agents(), "\"test/ada\"".getBytes(UTF_8), null);

    List<TestRecord<byte[], byte[]>> dead = loop.deadLetters();
    assertThat(dead).hasSize(13);
    TestRecord<byte[], byte[]> first = dead.getFirst();
    assertThat(first.key()).isEqualTo(ADA);
    assertThat(new String(first.value(), UTF_8)).isEqualTo("{broken");
    assertThat(header(first, "playloop.topic")).isEqualTo("t.triggers");
    assertThat(header(first, "playloop.partition")).isEqualTo("0");
    assertThat(header(first, "playloop.offset")).isEqualTo("0");
    assertThat(header(first, "playloop.role")).isEqualTo("projector");
    assertThat(header(first, "playloop.at")).isEqualTo(Samples.START.toString());
    assertThat(header(first, "playloop.cause"))
        .startsWith("dev.playloop.schemas.InvalidValueException: ");

    loop.trigger(trigger("ada", "m-1", "hi"));
    assertThat(loop.turns()).hasSize(1);
  }

  @Test
  void aConfigOfAnUnknownWorldIsADeadLetter() {
    AgentConfig alien = Samples.config("ada", "ada");
    String json = Json.text(alien).replace("test/ada", "mars/ada");
    raw(loop.topics.agents(), "mars/ada".getBytes(UTF_8), json);

    assertThat(header(only(loop.deadLetters()), "playloop.cause")).contains("mars/ada");
  }

  @Test
  void aTriggerOfAnUnknownWorldIsADeadLetterAtOnce() {
    String json = Json.text(trigger("ada", "m-1", "hi")).replace("test/ada", "mars/ada");
    raw(loop.topics.triggers(), "mars/ada".getBytes(UTF_8), json);

    TestRecord<byte[], byte[]> letter = only(loop.deadLetters());
    assertThat(header(letter, "playloop.cause")).contains("mars/ada", "[test]");
    assertThat(header(letter, LetterHeaders.DROPPED)).isEqualTo("NO_SUCH_AGENT");
    assertThat(loop.entries())
        .extracting(entry -> entry.envelope().agent().value())
        .containsOnly("test/ada");
  }

  @Test
  void aLettersOwnHeadersAreNotItsSenders() {
    RecordHeaders forged = new RecordHeaders();
    LetterHeaders.ALL.forEach(name -> forged.add(name, "forged".getBytes(UTF_8)));
    forged.add("theirs", "kept".getBytes(UTF_8));
    loop.driver.sendRaw(
        loop.topics.triggers(), ADA, "{broken".getBytes(UTF_8), forged, Samples.START);

    assertThat(only(loop.deadLetters()).headers().toArray())
        .extracting(header -> header.key() + "=" + new String(header.value(), UTF_8))
        .contains("theirs=kept")
        .noneMatch(header -> header.endsWith("=forged"));
  }

  @Test
  void aTriggerWithoutKeyIsRepublishedByItsAgentAndActedOnOnce() {
    raw(loop.topics.triggers(), null, Json.text(trigger("ada", "m-1", "hi")));

    TestRecord<byte[], byte[]> again = only(loop.driver.raw(loop.topics.triggers()));
    assertThat(again.key()).isEqualTo(ADA);
    assertThat(again.headers().lastHeader(Placement.REPUBLISHED)).isNotNull();
    assertThat(loop.turns()).hasSize(1);
    assertThat(loop.deadLetters()).isEmpty();
  }

  @Test
  void ofTheHeadersOfARecordThatIsWrittenAgainOnlyItsTraceIsKept() {
    RecordHeaders headers = new RecordHeaders();
    headers.add(Trace.PARENT, "00-trace".getBytes(UTF_8));
    headers.add("x", new byte[60_000]);
    loop.driver.sendRaw(
        loop.topics.triggers(),
        null,
        Json.bytes(trigger("ada", "m-1", "hi")),
        headers,
        Samples.START);

    TestRecord<byte[], byte[]> again = only(loop.driver.raw(loop.topics.triggers()));
    assertThat(header(again, Trace.PARENT)).isEqualTo("00-trace");
    assertThat(again.headers())
        .extracting(Header::key)
        .containsExactly(Trace.PARENT, Placement.REPUBLISHED);
  }

  @Test
  void aTriggerWhoseKeyContradictsItsBodyIsADeadLetter() {
    raw(loop.topics.triggers(), "test/bob".getBytes(UTF_8), Json.text(trigger("ada", "m-1", "hi")));
    raw(
        loop.topics.triggers(),
        "\"test/ada\"".getBytes(UTF_8),
        Json.text(trigger("ada", "m-2", "hi")));

    assertThat(loop.deadLetters()).hasSize(2);
    assertThat(loop.turns()).isEmpty();
  }

  @Test
  void aTriggerInTheWrongPartitionIsRepublishedOnce() {
    Topics two = new Topics("two.", 2);
    String name =
        Stream.iterate(0, i -> i + 1)
            .map(i -> "a" + i)
            .filter(candidate -> new Placement(2).of("test/" + candidate) == 1)
            .findFirst()
            .orElseThrow();
    loop.close();
    loop = new LoopDriver(dir, two, LoopDriver.desk());

    loop.trigger(trigger(name, "m-1", "hi"));

    // The driver knows one partition only, so what was re-published lies wrong again.
    assertThat(loop.driver.raw(two.triggers())).hasSize(1);
    assertThat(header(only(loop.deadLetters()), "playloop.cause")).contains("expected 1 of 2");
  }

  @Test
  void aTriggerWithoutIdIsCalledByItsPlace() {
    raw(
        loop.topics.triggers(),
        ADA,
        "{\"agent\":\"test/ada\",\"kind\":\"chat.message\",\"text\":\"hi\"}");

    assertThat(only(loop.turns()).turn().value()).isEqualTo("test/ada:t.triggers-0-0#1");
  }

  @Test
  void aRecordFromTheFutureDoesNotMoveOurClock() {
    loop.driver.sendRaw(
        loop.topics.triggers(),
        ADA,
        Json.bytes(trigger("ada", "m-1", "hi")),
        new RecordHeaders(),
        Samples.START.plus(Duration.ofMinutes(50)));

    assertThat(only(loop.turns()).notAfter()).isBefore(Samples.START.plus(Duration.ofMinutes(5)));
    JournalReader.Read last = loop.entries().getLast();
    assertThat(last.envelope().at()).isEqualTo(Samples.START);
    loop.pass(Duration.ofSeconds(1));
    assertThat(loop.closed()).isEmpty();
  }

  @Test
  void unknownFieldsAreTolerated() {
    raw(
        loop.topics.triggers(),
        ADA,
        "{\"v\":1,\"id\":\"m-1\",\"agent\":\"test/ada\",\"kind\":\"chat.message\",\"mood\":3}");

    assertThat(loop.turns()).hasSize(1);
    assertThat(loop.deadLetters()).isEmpty();
  }

  @Test
  void anOversizedTriggerIsADeadLetter() {
    String big =
        "{\"agent\":\"test/ada\",\"kind\":\"chat.message\",\"data\":\""
            + "x".repeat(70_000)
            + "\"}";
    raw(loop.topics.triggers(), ADA, big);

    assertThat(header(only(loop.deadLetters()), "playloop.cause")).contains("65536");
  }

  @Test
  void aTombstoneNeedsTheKeyOfAnAgent() {
    raw(loop.topics.agents(), ADA, null);
    assertThat(loop.deadLetters()).isEmpty();
    loop.trigger(trigger("ada", "m-1", "hi"));
    assertThat(loop.turns()).isEmpty();
  }
}
