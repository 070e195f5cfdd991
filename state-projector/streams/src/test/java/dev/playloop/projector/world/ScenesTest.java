package dev.playloop.projector.world;

import static dev.playloop.fixtures.Samples.event;
import static dev.playloop.fixtures.Samples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.playloop.fixtures.Driver;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.projector.world.AgentDirectory.Place;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.space.Tiles;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What scenes take, in the store and in memory. Counted by weight, as the heap of a test says
/// little.
class ScenesTest {
  private static final int RECORD = 15_000;

  @TempDir Path dir;
  private Driver driver;
  private KeyValueStore<String, byte[]> store;

  @BeforeEach
  void open() {
    driver =
        new Driver(
            WorldTopology.build(
                new Topics("t.", 1), Worlds.of(new TestWorld()), WorldPolicy.DEFAULT),
            dir,
            Samples.START);
    store = driver.store(WorldTopology.SCENES);
  }

  @AfterEach
  void close() {
    driver.close();
  }

  private static Place place(String scene) {
    return new Place(TestWorld.NAME, new SceneId(scene));
  }

  /// An event of `RECORD` bytes: its state is a list of `element`, as often as fits.
  private static WorldEvent full(String scene, int version, String element) {
    String list = (element + ",").repeat(RECORD / (element.length() + 1));
    return event(
        "e" + version,
        scene,
        version,
        new WorldEvent.EntityPut(
            "x" + version, "x", Json.tree("[" + list.substring(0, list.length() - 1) + "]")));
  }

  /// Folds until one is refused.
  private static int fill(Scenes scenes, String scene, String element) {
    for (int i = 1; ; i++) {
      try {
        scenes.fold(place(scene), full(scene, i, element));
      } catch (InvalidValueException e) {
        return i - 1;
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {}
          []
          {"":1}
          [1]
          1
          "a plain text of some length, as games send it"
          """)
  void whateverASceneIsFullOfItsBytesAndWhatIsHeldOfItAreBounded(String element) {
    Scenes scenes = new Scenes(store, Scenes.MAX_HELD);

    assertThat(fill(scenes, "map", element)).isBetween(60, 70);
    fill(scenes, "map2", element);

    assertThat(scenes.heldWeight()).isLessThanOrEqualTo(Scenes.MAX_HELD);
    assertThat(new Scenes(store, Scenes.MAX_HELD).get(place("map")))
        .as("what was let in is read again")
        .isEqualTo(scenes.get(place("map")));
  }

  @Test
  void theReasonNamesTheSceneItsBoundAndWhatToDo() {
    Scenes scenes = new Scenes(store, Scenes.MAX_HELD);
    int last = fill(scenes, "map", "1");

    assertThatThrownBy(() -> scenes.fold(place("map"), full("map", last + 1, "1")))
        .hasMessageStartingWith(
            "scene: expected at most 1048576 bytes of entities in 'map' of the world 'test';"
                + " remove some, or make them smaller, got 10")
        .hasMessageEndingWith(" bytes");
  }

  @Test
  void aFullSceneTakesWhatMakesItSmallerAndWhatHappens() {
    Scenes scenes = new Scenes(store, Scenes.MAX_HELD);
    int last = fill(scenes, "map", "{}");

    assertThat(scenes.fold(place("map"), put("smaller", "map", 1_000, "x1", 30))).isNotNull();
    assertThat(scenes.fold(place("map"), full("map", last + 1, "{}"))).isNotNull();
    assertThat(scenes.fold(place("map"), Samples.happening("h1", "map", "shout", "help")))
        .isNotNull();
    assertThat(fill(scenes, "map2", "{}")).as("another scene has its own bound").isEqualTo(last);
  }

  @Test
  void namesOfEntitiesCountToo() {
    Scenes scenes = new Scenes(store, Scenes.MAX_HELD);

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < Scene.MAX_ENTITIES; i++) {
                scenes.fold(
                    place("map"),
                    event("e" + i, "map", 1, new WorldEvent.EntityRemoved(i + "x".repeat(RECORD))));
              }
            })
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void whatCameAndWentLeavesRoomForOthers() {
    Scenes scenes = new Scenes(store, Scenes.MAX_HELD);
    for (int i = 1; i <= Scene.MAX_ENTITIES; i++) {
      scenes.fold(place("map"), put("e" + i, "map", i, "x" + i, 30));
    }
    assertThatThrownBy(() -> scenes.fold(place("map"), put("one", "map", 9_000, "more", 30)))
        .hasMessage("scene: expected at most 2000 entities in 'map'; remove some, got one more");

    remove(scenes, 9_002, "x7");
    remove(scenes, 9_001, "x8");

    assertThat(scenes.fold(place("map"), put("two", "map", 9_003, "more", 30))).isNotNull();
    assertThat(scenes.get(place("map")).entities())
        .containsKey("more")
        .doesNotContainKeys("x7", "x8")
        .hasSize(Scene.MAX_ENTITIES - 1);
    assertThat(scenes.fold(place("map"), put("late", "map", 9_000, "x8", 30)))
        .as("an older event brings nothing back")
        .isNull();
    sameWhenReadAgain(scenes);
  }

  @Test
  void theOldestRemovalIsForgottenForANewerOne() {
    Scenes scenes = new Scenes(store, Scenes.MAX_HELD);
    remove(scenes, 2, "second");
    remove(scenes, 1, "first");
    for (int i = 3; i <= Scene.MAX_REMOVED + 1; i++) {
      remove(scenes, i, "x" + i);
    }

    assertThat(scenes.get(place("map")).removed())
        .hasSize(Scene.MAX_REMOVED)
        .containsKey("second")
        .doesNotContainKey("first");
    assertThat(store.get("test|3|map|entity|first")).isNull();
    sameWhenReadAgain(scenes);
  }

  /// Versions grow for each entity by itself, so a young one's are low.
  @Test
  void whatCameAndWentWithLowVersionsIsRememberedAndLeavesNothingBehind() {
    Scenes scenes = new Scenes(store, Scenes.MAX_HELD);
    for (int i = 0; i < Scene.MAX_REMOVED; i++) {
      remove(scenes, 1_000_000 + i, "old" + i);
    }
    for (int i = 0; i < 50; i++) {
      scenes.fold(place("map"), put("p" + i, "map", 1, "young" + i, 30));
      remove(scenes, 2, "young" + i);
      assertThat(scenes.fold(place("map"), put("again" + i, "map", 1, "young" + i, 30))).isNull();
    }

    assertThat(scenes.get(place("map")).removed()).hasSize(Scene.MAX_REMOVED);
    assertThat(rows()).as("a head, and what is remembered").isEqualTo(Scene.MAX_REMOVED + 1);
    sameWhenReadAgain(scenes);
  }

  @Test
  void moreRemovalsThanAreRememberedAreForgottenWhenTheyAreRead() {
    for (int i = 1; i <= Scene.MAX_REMOVED + 40; i++) {
      store.put(
          "test|3|map|entity|x" + i,
          Json.bytes(Json.tree("{\"kind\":\"\",\"version\":%d}".formatted(i))));
    }

    Scene scene = new Scenes(store, Scenes.MAX_HELD).get(place("map"));

    assertThat(scene.removed())
        .hasSize(Scene.MAX_REMOVED)
        .doesNotContainKey("x40")
        .containsKey("x41");
    assertThat(rows()).isEqualTo(Scene.MAX_REMOVED);
  }

  private long rows() {
    long rows = 0;
    try (KeyValueIterator<String, byte[]> all = store.all()) {
      for (; all.hasNext(); all.next()) {
        rows++;
      }
    }
    return rows;
  }

  private void sameWhenReadAgain(Scenes scenes) {
    Scenes again = new Scenes(store, Scenes.MAX_HELD);
    assertThat(again.get(place("map"))).isEqualTo(scenes.get(place("map")));
    assertThat(again.heldWeight())
        .as("but for the row of its version")
        .isCloseTo(scenes.heldWeight(), within(500L));
  }

  private static void remove(Scenes scenes, int version, String entity) {
    scenes.fold(
        place("map"), event("e" + version, "map", version, new WorldEvent.EntityRemoved(entity)));
  }

  @Test
  void aSceneThatIsHeavierThanWhatIsHeldIsReadAnewEachTime() {
    Scenes scenes = new Scenes(store, 100_000);

    scenes.fold(place("map"), full("map", 1, "{}"));
    assertThat(scenes.heldWeight()).isZero();
    scenes.fold(place("map2"), put("e1", "map2", 1, "goblin", 30));
    scenes.fold(place("map"), full("map", 2, "{}"));

    assertThat(scenes.get(place("map")).entities()).containsOnlyKeys("x1", "x2");
    assertThat(scenes.heldWeight()).as("the other one").isBetween(1L, 100_000L);
  }

  @Test
  void theSceneThatWasUsedLeastRecentlyGoesFirst() {
    Scenes one = new Scenes(store, Scenes.MAX_HELD);
    one.fold(place("a"), put("e1", "a", 1, "goblin", 30));
    long weight = one.heldWeight();
    Scenes scenes = new Scenes(store, 2 * weight);

    scenes.fold(place("b"), put("e1", "b", 1, "goblin", 30));
    scenes.fold(place("c"), put("e1", "c", 1, "goblin", 30));
    Scene kept = scenes.get(place("b"));
    scenes.fold(place("d"), put("e1", "d", 1, "goblin", 30));

    assertThat(scenes.get(place("b"))).isSameAs(kept);
    assertThat(scenes.heldWeight()).isEqualTo(2 * weight);
  }

  @Test
  void whatAReleaseWithoutTheBoundWroteBeyondItIsDroppedOnceAndTheRestStays() {
    byte[] entity =
        Json.bytes(
            new Scene.Entity(
                "x", 1, Json.tree("[" + "{},".repeat(5_000) + "1]"), Tiles.of(1), Tiles.of(2)));
    for (int i = 1_000; i < 1_200; i++) {
      store.put("test|3|map|entity|x" + i, entity);
    }

    Scene scene = new Scenes(store, Scenes.MAX_HELD).get(place("map"));

    assertThat(scene.entities()).hasSizeBetween(60, 70).containsKey("x1000");
    assertThat(scene.entities().get("x1000")).isEqualTo(Json.read(entity, Scene.Entity.class));
    assertThat(store.approximateNumEntries()).isEqualTo(scene.entities().size());
    assertThat(new Scenes(store, Scenes.MAX_HELD).get(place("map"))).isEqualTo(scene);
  }
}
