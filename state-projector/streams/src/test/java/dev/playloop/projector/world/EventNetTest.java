package dev.playloop.projector.world;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.event;
import static dev.playloop.fixtures.Samples.happening;
import static dev.playloop.fixtures.Samples.put;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Driver;
import dev.playloop.fixtures.Samples;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Subscription;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;

/// The net around each single record of the world projection: what one event, one agent's
/// subscription or one agent's view makes throw keeps nobody else from theirs.
class EventNetTest {
  private static final Topics TOPICS = new Topics("t.", 1);

  private static final World BROKEN =
      new BreakingWorld(() -> new ArithmeticException("not in 64-bit double range"));

  @TempDir Path dir;
  private Driver driver;

  @BeforeEach
  void open() {
    driver =
        new Driver(
            WorldTopology.build(TOPICS, Worlds.of(BROKEN), WorldPolicy.DEFAULT),
            dir,
            Samples.START);
  }

  @AfterEach
  void close() {
    driver.close();
  }

  private void apply(AgentConfig config) {
    driver.send(TOPICS.agents(), config.agent(), config);
  }

  private void happens(WorldEvent event) {
    driver.send(TOPICS.worldEvents(), event.scene(), event);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[1e99999999999]",
        "{\"id\":\"x\",\"world\":\"test\",\"scene\":\"map\",\"version\":1e99999999999}",
        "{\"id\":\"x\",\"world\":\"test\",\"scene\":\"map\",\"version\":1,"
            + "\"change\":{\"type\":\"happening\",\"kind\":\"a\",\"data\":{\"n\":1e99999999999}}}",
        "{\"id\":\"x\",\"world\":\"test\",\"scene\":\"map\",\"version\":1,\"change\":{\"type\":9}}"
      })
  void anEventThatCanNotBeReadIsADeadLetterAndTheNextOneIsTaken(String bytes) {
    apply(config("bob", "map:bob"));
    driver.sendRaw(
        TOPICS.worldEvents(),
        "map".getBytes(UTF_8),
        bytes.getBytes(UTF_8),
        new RecordHeaders(),
        Samples.START);

    happens(put("e1", "map", 7, "goblin", 30));

    List<TestRecord<byte[], byte[]>> letters = driver.raw(TOPICS.deadLetters());
    assertThat(letters).hasSize(1);
    assertThat(new String(letters.getFirst().value(), UTF_8)).isEqualTo(bytes);
    assertThat(driver.values(TOPICS.views())).extracting(View::agent).containsExactly(agent("bob"));
  }

  @Test
  void aViewThatCanNotBeMadeCostsItsAgentAlone() {
    apply(config("ada", "map:broken"));
    apply(config("bob", "map:bob"));

    happens(put("e1", "map", 7, "goblin", 30));
    driver.pass(Duration.ofSeconds(2));
    happens(put("e2", "map", 8, "goblin", 20));
    driver.pass(Duration.ofSeconds(2));

    assertThat(driver.values(TOPICS.views()))
        .extracting(View::agent)
        .containsExactly(agent("bob"), agent("bob"));
    assertThat(driver.raw(TOPICS.deadLetters())).isEmpty();
  }

  @Test
  void anEventOfWhichNoTriggerCanBeMadeIsSeenAllTheSame() {
    apply(config("ada", "map:ada", new Subscription("shout", "village.shout", null)));
    apply(config("bob", "map:bob"));

    happens(
        event(
            "h1",
            "map",
            1,
            new WorldEvent.Happening("shout", "help", Json.NODES.objectNode().put("hops", -1))));
    happens(happening("h2", "map", "shout", "hello"));

    assertThat(driver.values(TOPICS.triggers())).extracting(Trigger::text).containsExactly("hello");
    assertThat(driver.values(TOPICS.views())).extracting(View::agent).contains(agent("bob"));
    assertThat(driver.raw(TOPICS.deadLetters())).isEmpty();
  }

  @Test
  void anAgentWhoseSceneCanNotBeToldIsPassedOver() {
    apply(config("ada", "nowhere"));
    apply(config("bob", "map:bob"));

    happens(put("e1", "map", 7, "goblin", 30));

    assertThat(driver.values(TOPICS.views())).extracting(View::agent).containsExactly(agent("bob"));
  }

  @Test
  void aSceneThatIsFullRefusesWhatWouldNotFitAndGoesOn() {
    apply(config("bob", "map:bob"));

    for (int i = 1; i <= 100; i++) {
      happens(event("e" + i, "map", i, new WorldEvent.EntityPut("x" + i, "x", objects(5_000))));
    }
    List<TestRecord<byte[], byte[]>> letters = driver.raw(TOPICS.deadLetters());
    assertThat(letters).hasSizeBetween(25, 40);
    assertThat(header(letters.getFirst(), "playloop.cause"))
        .contains("scene: expected at most 1048576 bytes of entities in 'map' of the world 'test'")
        .contains("remove some, or make them smaller");

    happens(put("small", "map", 101, "x1", 30));
    happens(put("else", "map2", 1, "goblin", 30));
    happens(happening("h1", "map", "shout", "help"));
    driver.pass(Duration.ofSeconds(1));

    assertThat(driver.raw(TOPICS.deadLetters())).isEmpty();
    assertThat(driver.values(TOPICS.views())).extracting(View::version).endsWith(101L);
  }

  /// The most memory that a byte of JSON takes.
  private static ArrayNode objects(int count) {
    ArrayNode objects = Json.NODES.arrayNode();
    for (int i = 0; i < count; i++) {
      objects.addObject();
    }
    return objects;
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
