package dev.playloop.projector.world;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.projector.steady.Pulse;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.space.Tiles;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.view.ViewNeed;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import dev.playloop.worlds.model.space.Grid;
import dev.playloop.worlds.model.space.Surroundings;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.SplittableRandom;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;

/// 500 agents in 2,000 entities of which a tenth moves four times a second, and one agent a second
/// is triggered: memory does not grow with the time that passes. A minute of it here; an hour, 2.9
/// million moves, by `-Dmoves.seconds=3600`.
class HourOfMovesTest extends WorldTopologyCase {
  private static final int AGENTS = 500;
  private static final int ENTITIES = 2_000;
  private static final int MOVERS = ENTITIES / 10;
  private static final int HERTZ = 4;
  private static final int FIELD = 200;
  private static final int SECONDS = Integer.getInteger("moves.seconds", 60);
  private static final long SEED = 20_261_126;

  /// What a heap may be larger by that was measured after two collections.
  private static final long NOISE = 4_000_000;

  private final Needs needs = new Needs();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private long version;
  private long views;

  @Override
  Topology topology() {
    return WorldTopology.build(
        TOPICS, Worlds.of(new Field()), needs, WorldPolicy.DEFAULT, Pulse.quiet());
  }

  /// One scene, seen as a world in space is.
  private record Field() implements World {
    @Override
    public String name() {
      return TestWorld.NAME;
    }

    @Override
    public ToolCatalogue tools() {
      return new TestWorld().tools();
    }

    @Override
    public Perspective perspective() {
      Surroundings surroundings = new Surroundings(new Grid(1, 1, true), "map", 300);
      return new Perspective() {
        @Override
        public SceneId homeScene(String actor) {
          return new SceneId("field");
        }

        @Override
        public Sight see(Scene scene, String actor) {
          return surroundings.of(scene, actor);
        }
      };
    }
  }

  @Test
  void memoryDoesNotGrowWithTheMovesThatAreMade() {
    for (int i = 0; i < AGENTS; i++) {
      apply(config("a" + i, "e" + i));
    }
    for (int i = 0; i < ENTITIES; i++) {
      happens(new WorldEvent.EntityPut("e" + i, "walker", Json.NODES.objectNode()));
      moves(i);
    }
    play(SECONDS / 3);
    long before = used();
    play(SECONDS - SECONDS / 3);
    long after = used();

    System.out.printf(
        "%d moves, %d views, heap %.1f MB after a third and %.1f MB at the end%n",
        (long) SECONDS * HERTZ * MOVERS, views, before / 1e6, after / 1e6);
    assertThat(after).isLessThan(before + NOISE);
    // once a second at most each, ten times a second for three seconds where one was triggered
    assertThat(views).isBetween(1L, (long) SECONDS * (AGENTS + 10 * 3 + 10));
  }

  private void play(int seconds) {
    for (int second = 0; second < seconds; second++) {
      needs.tell(agent("a" + random.nextInt(AGENTS)), ViewNeed.of(version));
      for (int tick = 0; tick < HERTZ; tick++) {
        for (int i = 0; i < MOVERS; i++) {
          moves(ENTITIES - 1 - i);
        }
        driver.pass(Duration.ofMillis(1_000 / HERTZ));
      }
      views += driver.raw(TOPICS.views()).size();
      driver.producedTopics().forEach(driver::rawOf); // what nobody reads stays in the driver
    }
  }

  private void moves(int entity) {
    happens(
        new WorldEvent.EntityMoved(
            "e" + entity, Tiles.of(random.nextInt(FIELD)), Tiles.of(random.nextInt(FIELD))));
  }

  private void happens(WorldEvent.Change change) {
    version++;
    happens(event("m" + version, "field", version, change));
  }

  private static long used() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < 3; i++) { // what the first lets go is gone with the next
      memory.gc();
    }
    return memory.getHeapMemoryUsage().getUsed();
  }
}
