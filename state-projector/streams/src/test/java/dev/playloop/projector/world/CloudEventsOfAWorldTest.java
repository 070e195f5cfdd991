package dev.playloop.projector.world;

import static dev.playloop.fixtures.Samples.config;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.projector.CloudEvents;
import dev.playloop.projector.edge.Placement;
import dev.playloop.schemas.event.AgentConfig.Subscription;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.json.Json;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// CloudEvents straight on `world-events`, in both of Kafka's modes.
class CloudEventsOfAWorldTest extends WorldTopologyCase {
  private static final String TYPE = "dev.playloop.world-event";
  private static final String SHOUT =
      "{\"world\":\"test\",\"scene\":\"map\",\"version\":1,"
          + "\"change\":{\"type\":\"happening\",\"kind\":\"shout\",\"text\":\"help\"}}";
  private static final String ID = TriggerId.ofCloudEvent("/game", "h-1");

  @BeforeEach
  void apply() {
    apply(config("bob", "map:bob", new Subscription("shout", "village.shout", null)));
  }

  private void send(@Nullable String key, RecordHeaders headers, byte[] value) {
    driver.sendRaw(
        TOPICS.worldEvents(),
        key == null ? null : key.getBytes(UTF_8),
        value,
        headers,
        Samples.START);
  }

  @Test
  void bothModesAreToldToSubscribersAndTheSameEventOnce() {
    send("map", CloudEvents.binary("h-1", TYPE), SHOUT.getBytes(UTF_8));
    send("map", CloudEvents.structured(), CloudEvents.envelope("h-1", TYPE, SHOUT));
    send("map", CloudEvents.structured(), CloudEvents.envelope("h-2", TYPE, SHOUT));

    assertThat(driver.values(TOPICS.triggers()))
        .extracting(Trigger::id)
        .containsExactly(
            TriggerId.ofSubscription(ID, Samples.agent("bob")),
            TriggerId.ofSubscription(TriggerId.ofCloudEvent("/game", "h-2"), Samples.agent("bob")));
    assertThat(driver.raw(TOPICS.deadLetters())).isEmpty();
  }

  @Test
  void withoutAKeyItGoesToItsSceneAsARecordOfOurs() {
    send(null, CloudEvents.binary("h-1", TYPE), SHOUT.getBytes(UTF_8));

    List<TestRecord<byte[], byte[]>> again = driver.raw(TOPICS.worldEvents());
    assertThat(again).hasSize(1);
    assertThat(new String(again.getFirst().key(), UTF_8)).isEqualTo("map");
    assertThat(again.getFirst().headers())
        .extracting(Header::key)
        .containsExactly(Placement.REPUBLISHED);
    WorldEvent event = Json.read(again.getFirst().value(), WorldEvent.class);
    assertThat(event.id()).isEqualTo(ID);
    assertThat(event.at()).isEqualTo(Samples.START);
    assertThat(driver.values(TOPICS.triggers())).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ce_type        | chat.message | type: expected 'dev.playloop.world-event', got 'chat.message'
          ce_specversion | 2.0          | ce_specversion: expected '1.0', got '2.0'
          ce_time        | noon         | ce_time: expected a time such as
          """,
      quoteCharacter = '~')
  void aBadOneIsADeadLetterThatNamesTheAttributeAndThePartitionGoesOn(
      String name, String value, String cause) {
    RecordHeaders headers = CloudEvents.binary("h-1", TYPE);
    headers.remove(name);
    headers.add(name, value.getBytes(UTF_8));

    send("map", headers, SHOUT.getBytes(UTF_8));
    send("map", CloudEvents.binary("h-2", TYPE), SHOUT.getBytes(UTF_8));

    List<TestRecord<byte[], byte[]>> letters = driver.raw(TOPICS.deadLetters());
    assertThat(letters).hasSize(1);
    assertThat(new String(letters.getFirst().headers().lastHeader("playloop.cause").value(), UTF_8))
        .startsWith("dev.playloop.schemas.InvalidValueException: " + cause);
    assertThat(driver.values(TOPICS.triggers())).hasSize(1);
  }

  @Test
  void oneOfAnUnknownWorldIsADeadLetter() {
    byte[] mars = SHOUT.replace("\"test\"", "\"mars\"").getBytes(UTF_8);

    send("map", CloudEvents.binary("h-1", TYPE), mars);

    assertThat(driver.raw(TOPICS.deadLetters())).hasSize(1);
  }
}
