package dev.playloop.projector.world;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.happening;
import static dev.playloop.fixtures.Samples.put;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.projector.steady.Guard;
import dev.playloop.projector.steady.Pulse;
import dev.playloop.projector.world.AgentDirectory.Place;
import dev.playloop.schemas.event.AgentConfig.Subscription;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.Worlds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

class WorldTopologyTest extends WorldTopologyCase {
  private static final Duration TICK = WorldPolicy.DEFAULT.tick();

  @Test
  void descriptionIsAsItWas() throws IOException {
    assertThat(topology(new Topics("playloop.", 4)).describe().toString())
        .isEqualToNormalizingNewlines(
            Files.readString(Path.of("src/test/golden/world-topology.txt")));
  }

  @Test
  void anEventBecomesAViewOfEachAgentInItsScene() {
    apply(config("bob", "map:bob"));
    apply(config("eve", "map:eve"));
    apply(config("far", "away"));

    happens(put("e1", "map", 7, "goblin", 30));

    List<View> views = driver.values(TOPICS.views());
    assertThat(views).extracting(View::agent).containsExactly(agent("bob"), agent("eve"));
    assertThat(views).allSatisfy(view -> assertThat(view.version()).isEqualTo(7));
    assertThat(views.getFirst().state().path("goblin").path("hp").intValue()).isEqualTo(30);
    assertThat(views.getFirst().summary()).isEqualTo("map:bob sees 1 things");
  }

  @Test
  void olderEventsAndRedeliveredOnesChangeNothing() {
    apply(config("bob", "map:bob", new Subscription("shout", "village.shout", null)));
    happens(put("e2", "map", 7, "goblin", 30));
    happens(happening("h1", "map", "shout", "help"));
    driver.pass(Duration.ofSeconds(1));
    driver.values(TOPICS.views());
    driver.values(TOPICS.triggers());

    happens(put("e2", "map", 7, "goblin", 30));
    happens(put("e1", "map", 6, "goblin", 99));
    happens(happening("h1", "map", "shout", "help"));
    driver.pass(Duration.ofSeconds(1));

    assertThat(driver.values(TOPICS.views())).isEmpty();
    assertThat(driver.values(TOPICS.triggers())).isEmpty();
  }

  @Test
  void anAgentConfiguredAfterTheEventsGetsItsView() {
    happens(put("e1", "map", 7, "goblin", 30));
    assertThat(driver.values(TOPICS.views())).isEmpty();

    apply(config("bob", "map:bob"));
    driver.pass(TICK);

    assertThat(driver.values(TOPICS.views())).extracting(View::version).containsExactly(7L);
  }

  @Test
  void anAgentThatIsDeletedLosesItsView() {
    apply(config("bob", "map:bob"));
    happens(put("e1", "map", 7, "goblin", 30));
    driver.raw(TOPICS.views());

    driver.sendRaw(
        TOPICS.agents(), "test/bob".getBytes(UTF_8), null, new RecordHeaders(), Samples.START);
    driver.pass(Duration.ofSeconds(1));

    List<TestRecord<byte[], byte[]>> views = driver.raw(TOPICS.views());
    assertThat(views).hasSize(1);
    assertThat(views.getFirst().value()).isNull();
  }

  @Test
  void aNewTaskReadsTheScenesBackAndKnowsWhatWasWritten() {
    apply(config("bob", "map:bob"));
    happens(put("e1", "map", 7, "goblin", 30));
    happens(happening("h1", "map", "shout", "help"));
    happens(Samples.event("e2", "map", 8, new WorldEvent.EntityRemoved("goblin")));
    happens(put("e3", "map", 9, "ogre", 90));
    happens(put("f1", "map2", 1, "rat", 1));
    driver.pass(Duration.ofSeconds(1));
    Place map = new Place(TestWorld.NAME, new SceneId("map"));

    Scenes scenes = new Scenes(driver.store(WorldTopology.SCENES), Scenes.MAX_HELD);

    Scene scene = scenes.get(map);
    assertThat(scene.version()).isEqualTo(9);
    assertThat(scene.entities()).containsOnlyKeys("ogre");
    assertThat(scene.removed()).containsOnlyKeys("goblin");
    assertThat(scene.happenings()).extracting(Scene.Happened::text).containsExactly("help");
    assertThat(scenes.fold(map, happening("h1", "map", "shout", "help"))).isNull();

    AgentDirectory directory = new AgentDirectory(Worlds.of(new TestWorld()));
    directory.put(agent("bob"), config("bob", "map:bob"));
    Worlds worlds = Worlds.of(new TestWorld());
    Lookout lookout = new Lookout(WorldPolicy.DEFAULT, new Needs(), worlds, place -> 0);
    Views views =
        new Views(
            driver.store(WorldTopology.WRITTEN),
            worlds,
            new Views.Sighted(scenes, lookout),
            TOPICS.views().maxRecordBytes(),
            new Guard(Pulse.quiet()));
    lookout.changed(agent("bob"), Samples.START);
    assertThat(views.due(directory, any -> true, Samples.START)).isEmpty();
    scenes.fold(map, put("e4", "map", 10, "ogre", 80));
    lookout.changed(map, null, Samples.START);
    assertThat(views.due(directory, any -> true, Samples.START.plusSeconds(1))).hasSize(1);
  }

  @Test
  void subscribersInTheSceneAreTriggered() {
    apply(config("bob", "map:bob", new Subscription("shout", "village.shout", null)));
    apply(config("eve", "map:eve", new Subscription("whisper", "village.whisper", null)));
    apply(config("far", "away", new Subscription("*", "village.any", null)));
    RecordHeaders headers = new RecordHeaders();
    headers.add("traceparent", "00-1-2-01".getBytes(UTF_8));

    driver.sendRaw(
        TOPICS.worldEvents(),
        "map".getBytes(UTF_8),
        Json.bytes(happening("h1", "map", "shout", "help")),
        headers,
        Samples.START);

    List<TestRecord<byte[], byte[]>> records = driver.raw(TOPICS.triggers());
    assertThat(records).hasSize(1);
    Trigger trigger = Json.read(records.getFirst().value(), Trigger.class);
    assertThat(new String(records.getFirst().key(), UTF_8)).isEqualTo("test/bob");
    assertThat(new String(records.getFirst().headers().lastHeader("traceparent").value(), UTF_8))
        .isEqualTo("00-1-2-01");
    assertThat(trigger.id()).isEqualTo(TriggerId.ofSubscription("h1", agent("bob")));
    assertThat(trigger.kind()).isEqualTo("village.shout");
    assertThat(trigger.text()).isEqualTo("help");
    assertThat(trigger.replyTo()).isEqualTo("m-1");
  }

  @Test
  void aViewThatIsTooLargeKeepsItsSummary() {
    apply(config("bob", "map:bob"));
    for (int i = 0; i < 5; i++) {
      happens(
          Samples.event(
              "e" + i,
              "map",
              i + 1,
              new WorldEvent.EntityPut(
                  "chest" + i, "chest", Json.NODES.objectNode().put("text", "x".repeat(10_000)))));
    }
    driver.pass(Duration.ofSeconds(1));

    List<TestRecord<byte[], byte[]>> views = driver.raw(TOPICS.views());
    assertThat(views)
        .allSatisfy(view ->
            assertThat(view.value()).hasSizeLessThanOrEqualTo(TOPICS.views().maxRecordBytes()));
    View last = Json.read(views.getLast().value(), View.class);
    assertThat(last.summary()).isEqualTo("map:bob sees 5 things");
  }
}
