package dev.playloop.projector.world;

import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.put;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Driver;
import dev.playloop.fixtures.Samples;
import dev.playloop.projector.edge.Placement;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/// Events that are bad, or that lie where they do not belong.
class MisplacedEventsTest extends WorldTopologyCase {
  @Test
  void badEventsBecomeDeadLettersAndThePartitionGoesOn() {
    apply(config("bob", "map:bob"));
    byte[] key = "map".getBytes(UTF_8);
    byte[] alien =
        Json.bytes(
            WorldEvent.of(
                    "x",
                    "mars",
                    new SceneId("map"),
                    Samples.START,
                    new WorldEvent.EntityRemoved("a"))
                .version(1));

    driver.sendRaw(
        TOPICS.worldEvents(), key, "{oops".getBytes(UTF_8), new RecordHeaders(), Samples.START);
    driver.sendRaw(TOPICS.worldEvents(), key, null, new RecordHeaders(), Samples.START);
    driver.sendRaw(TOPICS.worldEvents(), key, alien, new RecordHeaders(), Samples.START);
    happens(put("e1", "map", 7, "goblin", 30));

    List<TestRecord<byte[], byte[]>> dead = driver.raw(TOPICS.deadLetters());
    assertThat(dead).hasSize(3);
    assertThat(dead.getFirst().key()).isEqualTo(key);
    assertThat(dead.getFirst().value()).isEqualTo("{oops".getBytes(UTF_8));
    assertThat(header(dead.getFirst(), "playloop.topic")).isEqualTo("t.world-events");
    assertThat(header(dead.getFirst(), "playloop.role")).isEqualTo("projector");
    assertThat(header(dead.getLast(), "playloop.cause")).contains("mars");
    assertThat(driver.values(TOPICS.views())).hasSize(1);
  }

  @Test
  void anEventWithoutKeyIsRepublishedByItsScene() {
    apply(config("bob", "map:bob"));

    driver.sendRaw(
        TOPICS.worldEvents(),
        null,
        Json.bytes(put("e1", "map", 7, "goblin", 30)),
        new RecordHeaders(),
        Samples.START);

    List<TestRecord<byte[], byte[]>> again = driver.raw(TOPICS.worldEvents());
    assertThat(again).hasSize(1);
    assertThat(new String(again.getFirst().key(), UTF_8)).isEqualTo("map");
    assertThat(again.getFirst().headers().lastHeader(Placement.REPUBLISHED)).isNotNull();
    assertThat(driver.values(TOPICS.views())).hasSize(1);
  }

  @Test
  void anEventWhoseKeyContradictsItsBodyIsADeadLetter() {
    driver.sendRaw(
        TOPICS.worldEvents(),
        "\"map\"".getBytes(UTF_8),
        Json.bytes(put("e1", "map", 7, "goblin", 30)),
        new RecordHeaders(),
        Samples.START);

    assertThat(driver.raw(TOPICS.deadLetters())).hasSize(1);
    assertThat(driver.raw(TOPICS.worldEvents())).isEmpty();
  }

  @Test
  void anEventInTheWrongPartitionIsRepublishedOnce() {
    Topics two = new Topics("two.", 2);
    String scene =
        Stream.iterate(0, i -> i + 1)
            .map(i -> "map" + i)
            .filter(name -> new Placement(2).of(name) == 1)
            .findFirst()
            .orElseThrow();
    WorldEvent event = put("e1", scene, 7, "goblin", 30);
    driver.close();
    driver = new Driver(topology(two), dir, Samples.START);

    driver.send(two.worldEvents(), event.scene(), event);

    // The driver knows one partition only, so what was re-published lies wrong again.
    assertThat(driver.raw(two.worldEvents())).hasSize(1);
    List<TestRecord<byte[], byte[]>> dead = driver.raw(two.deadLetters());
    assertThat(dead).hasSize(1);
    assertThat(header(dead.getFirst(), "playloop.cause")).contains("expected 1 of 2");
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
