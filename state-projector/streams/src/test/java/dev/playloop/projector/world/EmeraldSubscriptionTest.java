package dev.playloop.projector.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Driver;
import dev.playloop.fixtures.Samples;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Subscription;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.emerald.model.EmeraldScenes;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the watcher of a game tells reaches the agent who plays it, and nobody else: as its view,
/// and as a trigger where it subscribed.
class EmeraldSubscriptionTest {
  private static final Topics TOPICS = new Topics("t.", 1);
  private static final AgentId MAY = AgentId.of(EmeraldWorld.NAME, "may");

  @TempDir Path dir;
  private Driver driver;

  @BeforeEach
  void open() {
    driver =
        new Driver(
            WorldTopology.build(TOPICS, Worlds.of(new EmeraldWorld()), WorldPolicy.DEFAULT),
            dir,
            Samples.START);
  }

  @AfterEach
  void close() {
    driver.close();
  }

  private void apply(String name, Subscription... subscriptions) {
    AgentConfig like = Samples.config(name, name, subscriptions);
    AgentConfig config = like.as(AgentId.of(EmeraldWorld.NAME, name), name);
    driver.send(TOPICS.agents(), config.agent(), config);
  }

  private void happens(WorldEvent event) {
    driver.send(TOPICS.worldEvents(), event.scene(), event);
  }

  @Test
  void battleThatStartsTriggersThePlayerWhoSubscribed() {
    apply("may", new Subscription("battle.*", "battle.started", null));
    apply("brendan", new Subscription("battle.*", "battle.started", null));

    happens(
        EmeraldScenes.happened(
            "emerald-may-1-900-battle.started",
            "may",
            Samples.START,
            new Happening(
                "battle.started",
                "A wild battle against MOTH (level 3) has begun.",
                Json.NODES.objectNode().put("trainer", false))));

    List<Trigger> triggers = driver.values(TOPICS.triggers());
    assertThat(triggers).hasSize(1);
    assertThat(triggers.getFirst().agent()).isEqualTo(MAY);
    assertThat(triggers.getFirst().kind()).isEqualTo("battle.started");
    assertThat(triggers.getFirst().text()).startsWith("A wild battle against MOTH");
  }

  @Test
  void stateOfAGameIsTheViewOfItsPlayerAlsoAfterAReset() {
    apply("may");
    happens(put("e1", 1L << 32 | 5_000, 7));
    happens(put("e2", 2L << 32 | 60, 8));
    happens(put("e3", 1L << 32 | 6_000, 9));
    driver.pass(WorldPolicy.DEFAULT.viewEvery().multipliedBy(3));

    List<View> views = driver.values(TOPICS.views());
    assertThat(views.getLast().agent()).isEqualTo(MAY);
    assertThat(views.getLast().state().path("x").asInt(0)).isEqualTo(8);
  }

  private static WorldEvent put(String id, long version, int x) {
    return EmeraldScenes.changed(
        id,
        "may",
        Samples.START,
        version,
        Json.NODES.objectNode().put("map", "0.0").put("x", x).put("y", 3));
  }
}
