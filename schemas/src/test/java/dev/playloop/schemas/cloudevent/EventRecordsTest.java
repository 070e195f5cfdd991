package dev.playloop.schemas.cloudevent;

import static dev.playloop.schemas.cloudevent.Message.binary;
import static dev.playloop.schemas.cloudevent.Message.structured;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// CloudEvents as Kafka clients write them, and what is none.
class EventRecordsTest {
  private static final Topics TOPICS = new Topics("t.", 4);
  private static final Instant READ = Instant.parse("2026-11-20T12:00:00Z");

  private static EventRecords.@Nullable Own read(Message message) {
    return EventRecords.trigger(TOPICS.triggers(), message.headers(), message.value());
  }

  private static Trigger trigger(Message message) {
    return Json.read(Objects.requireNonNull(read(message)).value(), Trigger.class);
  }

  private static WorldEvent worldEvent(Message message) {
    EventRecords.Own own =
        EventRecords.worldEvent(TOPICS.worldEvents(), message.headers(), message.value(), READ);
    return Json.read(Objects.requireNonNull(own).value(), WorldEvent.class);
  }

  @Test
  void bothModesSayTheSame() {
    Trigger trigger = trigger(binary());

    assertThat(trigger.id()).isEqualTo(TriggerId.ofCloudEvent("/game", "m-1"));
    assertThat(trigger.agent().value()).isEqualTo("test/ada");
    assertThat(trigger.kind()).isEqualTo("chat.message");
    assertThat(trigger.text()).isEqualTo("Hi");
    assertThat(trigger.at()).isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
    assertThat(trigger(structured())).isEqualTo(trigger);
  }

  static Stream<Arguments> otherForms() {
    String base64 = Base64.getEncoder().encodeToString(Message.DATA.getBytes(UTF_8));
    return Stream.of(
        Arguments.of("no content type", binary().without("content-type")),
        Arguments.of("a charset", binary().but("content-type", "application/json;charset=utf-8")),
        Arguments.of("JSON by its suffix", binary().but("content-type", "application/x.game+json")),
        Arguments.of(
            "a header's name in capitals",
            binary().without("content-type").with("Content-Type", "application/json")),
        Arguments.of("its type twice", binary().with("ce_datacontenttype", "application/json")),
        Arguments.of("the key beside", binary().with("ce_partitionkey", "test/ada")),
        Arguments.of("other headers", binary().with("x", new byte[] {-1}).with("y", (byte[]) null)),
        Arguments.of(
            "a media type in capitals",
            structured().but("content-type", "Application/CloudEvents+JSON")),
        Arguments.of("attributes beside the envelope", structured().with("ce_id", "another")),
        Arguments.of("extensions", structured().saying("\"id\"", "\"n\":7,\"ok\":true,\"id\"")),
        Arguments.of(
            "an attribute that is null", structured().saying("\"id\"", "\"x\":null,\"id\"")),
        Arguments.of(
            "data in Base64",
            structured().saying("\"data\":" + Message.DATA, "\"data_base64\":\"" + base64 + "\"")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("otherForms")
  void otherFormsOfTheSameEventAreTheSameTrigger(String name, Message message) {
    assertThat(trigger(message)).isEqualTo(trigger(binary()));
  }

  @Test
  void attributesInHeadersAreUtf8AndNotPercentEncoded() {
    assertThat(trigger(binary().but("ce_id", "caf\u00e9 %41")).id())
        .isEqualTo(TriggerId.ofCloudEvent("/game", "caf\u00e9 %41"));
  }

  @Test
  void withoutATimeATriggerKeepsNoneAndAWorldEventHappenedWhenItWasRead() {
    assertThat(trigger(binary().without("ce_time")).at()).isNull();
    assertThat(worldEvent(put().without("ce_time")).at()).isEqualTo(READ);
    assertThat(worldEvent(put()).at()).isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
  }

  private static Message put() {
    return binary().but("ce_type", GameEvents.WORLD_EVENT).holding(Message.WORLD_DATA);
  }

  @Test
  void aWorldEventIsReadInBothModes() {
    WorldEvent event = worldEvent(put());

    assertThat(event.id()).isEqualTo(TriggerId.ofCloudEvent("/game", "m-1"));
    assertThat(event.scene().value()).isEqualTo("map");
    assertThat(event.version()).isEqualTo(3);
    assertThat(event.change()).isEqualTo(new WorldEvent.EntityRemoved("bob"));
    Message whole =
        structured()
            .saying("chat.message", GameEvents.WORLD_EVENT)
            .saying(Message.DATA, Message.WORLD_DATA);
    assertThat(worldEvent(whole)).isEqualTo(event);
  }

  @Test
  void whatWasNoTextIsCounted() {
    assertThat(Objects.requireNonNull(read(binary().saying("Hi", "\\ud83d\\u0000"))).replaced())
        .isEqualTo(2);
    assertThat(trigger(binary().saying("Hi", "\\ud83d\\u0000")).text()).isEqualTo("\ufffd\ufffd");
  }

  /// Their value is then looked at by nobody here.
  @Test
  void whatNamesNoCloudEventIsNone() {
    RecordHeaders headers = new RecordHeaders();
    byte[] value = "{broken".getBytes(UTF_8);
    assertThat(EventRecords.trigger(TOPICS.triggers(), headers, value)).isNull();
    assertThat(EventRecords.trigger(TOPICS.triggers(), headers, null)).isNull();
    headers.add("traceparent", new byte[60_000]);
    headers.add("content-type", null);
    headers.add("content-type", new byte[60_000]);
    headers.add("content-type", "application/json".getBytes(UTF_8));
    headers.add("", null);
    headers.add("ce-id", "a header of HTTP".getBytes(UTF_8));
    headers.add("ce", new byte[0]);
    assertThat(EventRecords.trigger(TOPICS.triggers(), headers, value)).isNull();
    assertThat(EventRecords.worldEvent(TOPICS.worldEvents(), headers, value, READ)).isNull();
  }

  static Stream<Arguments> bad() {
    return BadEvents.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bad")
  void whatIsWrongNamesTheAttributeWhatWasExpectedAndWhatCame(
      String name, Message message, String field, String expected, String got) {
    InvalidValueException e =
        catchThrowableOfType(InvalidValueException.class, () -> read(message));

    assertThat(e).isNotNull();
    assertThat(e.field()).startsWith(field).hasSizeLessThan(100);
    assertThat(e.expected()).contains(expected).isNotBlank();
    assertThat(e.got()).contains(got).hasSizeLessThan(400);
  }

  @Test
  void aTriggerIsNoWorldEvent() {
    InvalidValueException e =
        catchThrowableOfType(InvalidValueException.class, () -> worldEvent(binary()));

    assertThat(e).hasMessage("type: expected 'dev.playloop.world-event', got 'chat.message'");
  }

  @Test
  void aWorldEventNeedsItsVersion() {
    InvalidValueException e =
        catchThrowableOfType(
            InvalidValueException.class, () -> worldEvent(put().saying("\"version\":3,", "")));

    assertThat(e.field()).isEqualTo("data.version");
  }

  /// The data fits, and with what the attributes say it does not.
  @Test
  void aRecordThatWouldBeLargerThanItsTopicTakesIsRefused() {
    String text = "{\"agent\":\"test/ada\",\"data\":\"" + "x".repeat(65_470) + "\"}";
    InvalidValueException e =
        catchThrowableOfType(InvalidValueException.class, () -> read(binary().holding(text)));

    assertThat(e.field()).isEqualTo("data");
    assertThat(e.expected()).isEqualTo("a record of at most 65536 bytes");
  }
}
