package dev.playloop.projector.world;

import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.event;
import static dev.playloop.fixtures.Samples.happening;
import static dev.playloop.fixtures.Samples.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Driver;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.schemas.event.AgentConfig.Subscription;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.view.ActorScene;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An event takes an actor into another scene, and its agents see that one from then on.
class ActorMovedTest {
  private static final Topics TOPICS = new Topics("t.", 1);
  private static final String BOB = "map:bob";

  @TempDir Path dir;
  private Driver driver;

  @BeforeEach
  void open() {
    driver =
        new Driver(
            WorldTopology.build(TOPICS, Worlds.of(new TestWorld()), WorldPolicy.DEFAULT),
            dir,
            Samples.START);
    driver.send(
        TOPICS.agents(),
        Samples.agent("bob"),
        config("bob", BOB, new Subscription("shout", "village.shout", null)));
    happens(put("e1", "map", 7, "goblin", 30));
    happens(put("e2", "cave", 9, "dragon", 99));
    views();
  }

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void itSeesTheSceneItWentToAndNoLongerTheOneItCameFrom() {
    happens(moved("m1", "cave", 1));
    View seen = views().getLast();
    assertThat(seen.state().has("dragon")).isTrue();
    assertThat(seen.state().has("goblin")).isFalse();

    happens(put("e3", "map", 8, "goblin", 1));
    assertThat(views()).isEmpty();
    happens(put("e4", "cave", 10, "dragon", 50));
    assertThat(views()).extracting(View::version).containsExactly(10L);
  }

  @Test
  void itIsToldOfWhatHappensThereAndOfNothingElse() {
    happens(moved("m1", "cave", 1));

    happens(happening("h1", "map", "shout", "hello"));
    happens(happening("h2", "cave", "shout", "a roar"));

    assertThat(driver.values(TOPICS.triggers()))
        .extracting(Trigger::text)
        .containsExactly("a roar");
  }

  @Test
  void whatIsToldWhereverItWentIsPutInOrderAtHome() {
    happens(moved("m2", "cave", 2, "cave"));
    happens(moved("m1", "tower", 1, "tower"));

    assertThat(driver.values(TOPICS.actorScenes()))
        .containsExactly(new ActorScene(1, "test", BOB, new SceneId("cave"), 2));
    assertThat(views().getLast().state().has("dragon")).isTrue();
  }

  @Test
  void whoComesIntoAnEmptySceneSeesThatNothingIsThere() {
    happens(moved("m1", "desert", 1));

    assertThat(views().getLast().state()).isEmpty();
  }

  @Test
  void itMayComeHomeAgain() {
    happens(moved("m1", "cave", 1));
    assertThat(views().getLast().state().has("dragon")).isTrue();

    happens(moved("m2", "map", 2));

    assertThat(views().getLast().state().has("goblin")).isTrue();
  }

  @Test
  void anActorThatNoAgentHasIsFollowedNowhere() {
    happens(event("m1", "map", 1, new WorldEvent.ActorMoved("map:stranger", new SceneId("cave"))));

    assertThat(driver.values(TOPICS.actorScenes())).isEmpty();
  }

  @Test
  void anAgentThatIsConfiguredLaterIsWhereItsActorWent() {
    driver.send(
        TOPICS.actorScenes(),
        "test/map:eve",
        new ActorScene(1, "test", "map:eve", new SceneId("cave"), 4));

    driver.send(TOPICS.agents(), Samples.agent("eve"), config("eve", "map:eve"));

    assertThat(views().getLast().state().has("dragon")).isTrue();
  }

  private List<View> views() {
    driver.pass(Duration.ofSeconds(2));
    return driver.values(TOPICS.views());
  }

  private void happens(WorldEvent event) {
    driver.send(TOPICS.worldEvents(), event.scene(), event);
  }

  private static WorldEvent moved(String id, String to, long version) {
    return moved(id, to, version, "map");
  }

  /// Told in `scene`.
  private static WorldEvent moved(String id, String to, long version, String scene) {
    return event(id, scene, version, new WorldEvent.ActorMoved(BOB, new SceneId(to)));
  }
}
