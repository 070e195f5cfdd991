package dev.playloop.worlds.declared.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.space.Tiles;
import dev.playloop.schemas.view.Panel;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.model.PanelContract;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What games tell of themselves is drawn, whatever they tell.
class DeclaredPanelTest extends PanelContract {
  private static final Path VILLAGE =
      Path.of("../village/src/main/resources/examples/village/world.yaml");
  private static final String HASH = "ab".repeat(32);
  private static final String ENTITIES = "see: entities, tokens: 200, order: [guest, table]";

  DeclaredPanelTest() {
    super(world(DeclaredWorldTest.TAVERN));
  }

  private static DeclaredWorld world(String yaml) {
    return DeclaredWorld.of(
        new ConfigFile("world.yaml", yaml).as(WorldDeclaration.class, DeclaredWorld::misfits));
  }

  private static DeclaredWorld seeing(String outlook) {
    return world(DeclaredWorldTest.TAVERN.replace(ENTITIES, outlook));
  }

  private static Panel drawn(DeclaredWorld world, String agent, Scene scene) {
    Sight sight = world.perspective().see(scene, agent);
    View view =
        View.of(AgentId.of(world.name(), agent), Instant.EPOCH, sight.state())
            .summary(sight.summary());
    return Objects.requireNonNull(world.panel(view));
  }

  private static Panel drawn(DeclaredWorld world, String state) {
    return Objects.requireNonNull(
        world.panel(View.of(new AgentId("tavern/ada"), Instant.EPOCH, Json.tree(state))));
  }

  private static Scene.Entity entity(String kind, String state, String x, String y) {
    return new Scene.Entity(
        kind, 1, Json.tree(state), Tiles.of(new BigDecimal(x)), Tiles.of(new BigDecimal(y)));
  }

  private static List<Panel.Mark> marks(Panel panel) {
    return panel.drawings().stream()
        .flatMap(each -> each instanceof Panel.Grid grid ? grid.marks().stream() : null)
        .toList();
  }

  private static Panel.Table table(Panel panel, String title) {
    return panel.drawings().stream()
        .filter(each -> each.title().equals(title))
        .map(Panel.Table.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /// The square as the village's game tells it, seen as its declaration says.
  @Test
  void aVillagersViewIsDrawnAsAGridWithItAmongTheOthers() throws IOException {
    Map<String, Scene.Entity> square = new TreeMap<>();
    square.put("square", entity("map", "{\"name\":\"the village square\"}", "0", "0"));
    square.put("mira", entity("npc", "{\"name\":\"Mira\"}", "3", "4"));
    square.put("bram", entity("npc", "{\"name\":\"Bram\"}", "10", "4"));
    square.put("odo", entity("npc", "{\"name\":\"Odo\"}", "16", "4"));
    square.put("well", entity("object", "{\"name\":\"well\"}", "9", "7"));
    square.put("p1", entity("player", "{\"name\":\"Alex\"}", "3.5", "6.125"));
    Scene scene = new Scene(new SceneId("village/square"), 1, square, Map.of(), List.of());

    Panel panel = drawn(world(Files.readString(VILLAGE)), "mira", scene);

    assertThat(panel.title()).startsWith("You are in \"the village square\".");
    assertThat(marks(panel))
        .containsExactly(
            new Panel.Mark(3, 4, "self", "mira"),
            new Panel.Mark(3, 6, "player", "Alex"),
            new Panel.Mark(7, 8, "object", "well"),
            new Panel.Mark(10, 4, "npc", "Bram"),
            new Panel.Mark(16, 4, "npc", "Odo"));
    Panel.Table near = table(panel, "Near");
    assertThat(near.columns()).containsExactly("id", "name", "kind", "distance", "direction");
    assertThat(near.rows().getFirst()).containsExactly("p1", "Alex", "player", "2.2", "south");
    assertThat(table(panel, "State").rows()).containsExactly(List.of("you", "{\"x\":3,\"y\":4}"));
  }

  @Test
  void entitiesAreDrawnByKindThoseFirstThatMatter() {
    Map<String, Scene.Entity> entities = new TreeMap<>();
    entities.put("g1", entity("guest", "{\"thirsty\":true,\"name\":\"Ann\"}", "1.5", "-2"));
    entities.put("ada", entity("guest", "{\"mood\":\"calm\",\"thirsty\":false}", "4", "5"));
    entities.put("t1", new Scene.Entity("table", 1, Json.tree("\"free\""), null, null));
    entities.put("b1", new Scene.Entity("bar", 1, Json.tree("{}"), null, null));
    Scene.Happened song = new Scene.Happened("song", "somebody sings", Instant.EPOCH, null);
    Scene scene = new Scene(new SceneId("taproom"), 1, entities, Map.of(), List.of(song));

    Panel panel = drawn(seeing(ENTITIES), "ada", scene);

    assertThat(panel.drawings())
        .containsExactly(
            new Panel.Grid(
                "Map",
                List.of(
                    new Panel.Mark(4, 5, "self", "ada"), new Panel.Mark(1, -2, "guest", "Ann"))),
            new Panel.Table(
                "guest",
                List.of("id", "name", "x", "y", "thirsty", "mood"),
                List.of(
                    List.of("ada", "", "4", "5", "false", "calm"),
                    List.of("g1", "Ann", "1.5", "-2", "true", ""))),
            new Panel.Table("table", List.of("id", "state"), List.of(List.of("t1", "free"))),
            new Panel.Table("bar", List.of("id"), List.of(List.of("b1"))),
            new Panel.Table(
                "Lately", List.of("kind", "text"), List.of(List.of("song", "somebody sings"))));
  }

  /// A trail follows the mark that is the agent itself.
  @Test
  void nobodyElseIsMarkedAsTheAgentItself() {
    String state =
        """
        {"entities":{"self":[{"id":"g1","x":1,"y":1}],
          "others":[{"id":"g2","kind":"self","x":2,"y":2},{"id":"ada","kind":"guest","x":3,"y":3}]}}
        """;

    assertThat(marks(drawn(seeing(ENTITIES), state)))
        .containsExactly(
            new Panel.Mark(3, 3, "self", "ada"),
            new Panel.Mark(2, 2, "other", "g2"),
            new Panel.Mark(1, 1, "other", "g1"));
  }

  /// In a view with the agent's place another entity may have its name: it acts by another's.
  @Test
  void whoHasTheAgentsNameIsNotItselfWhereItsPlaceIsTold() {
    String state =
        """
        {"you":{"x":1,"y":1},
         "near":[{"id":"ada","kind":"guest","distance":1.0,"direction":"east"}]}
        """;

    assertThat(marks(drawn(seeing("see: spatial"), state)))
        .containsExactly(new Panel.Mark(1, 1, "self", "ada"), new Panel.Mark(2, 1, "guest", "ada"));
  }

  @ParameterizedTest
  @CsvSource({
    "tileWidth: 32, 1, 62, north, 1, 58",
    "tileHeight: 16, 40, 3, north, 40, -1",
    "y: up, 40, -62, north, 40, -66",
    "y: up, 40, -62, southwest, 37, -59",
    "y: down, 40, 62, southwest, 37, 64",
    "y: down, 40, 62, here, 40, 62",
    "y: down, 40, 62, upwards, 7, 7"
  })
  void placesAreTilesAsTheWorldDeclaresThem(
      String space, int x, int y, String direction, int otherX, int otherY) {
    String state =
        """
        {"you":{"x":40,"y":62},
         "near":[{"id":"g1","kind":"guest","distance":4.0,"direction":"%s","x":7,"y":7}]}
        """
            .formatted(direction);

    assertThat(marks(drawn(seeing("see: spatial, space: {" + space + "}"), state)))
        .containsExactly(
            new Panel.Mark(x, y, "self", "ada"), new Panel.Mark(otherX, otherY, "guest", "g1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483648", "-2147483649", "1e300", "-1e300", "\"7\"", "null", "[7]"})
  void whatIsBeyondTheTilesHasNoMark(String x) {
    String state = "{\"entities\":{\"guest\":[{\"id\":\"g1\",\"x\":%s,\"y\":2}]}}".formatted(x);
    Panel panel = drawn(seeing(ENTITIES), state);

    assertThat(marks(panel)).isEmpty();
    assertThat(table(panel, "guest").rows().getFirst()).hasSize(3);
  }

  @Test
  void aPictureIsDrawnThatAnEntityNamesByItsHash() {
    String state =
        """
        {"entities":{"wall":[
          {"id":"w1","name":"The mural","picture":{"sha256":"HASH","mediaType":"image/png"}},
          {"id":"w2","screenshot":{"sha256":"HASH"}},
          {"id":"w3","screenshot":{"sha256":"%s","mediaType":"text/html"}},
          {"id":"w4","picture":{"sha256":"%s"}},
          {"id":"w5","picture":{"sha256":"%s0"}},
          {"id":"w6","picture":{"sha256":7}},
          {"id":"w7","picture":"HASH"}]}}
        """
            .formatted("0".repeat(64), "AB".repeat(32), HASH)
            .replace("HASH", HASH);

    assertThat(drawn(seeing(ENTITIES), state).drawings())
        .filteredOn(Panel.Picture.class::isInstance)
        .containsExactly(
            new Panel.Picture("The mural", HASH, "image/png"),
            new Panel.Picture("w3", "0".repeat(64), null));
  }

  /// Of many kinds, the last table has all for which there is no other.
  @Test
  void noKindIsLeftOut() {
    List<String> kinds = new ArrayList<>();
    for (int i = 10; i < 30; i++) {
      kinds.add("\"k%d\":[{\"id\":\"e%d\",\"picture\":{\"sha256\":\"%064x\"}}]".formatted(i, i, i));
    }
    String state = "{\"entities\":{" + String.join(",", kinds) + "},\"leftOut\":{\"entities\":3}}";

    Panel panel = drawn(seeing(ENTITIES), state);

    assertThat(panel.drawings())
        .extracting(Panel.Drawing::title)
        .containsExactly("e10", "e11", "e12", "k10", "k11", "k12", "Further kinds", "State");
    Panel.Table further = table(panel, "Further kinds");
    assertThat(further.rows()).hasSize(17);
    assertThat(further.columns()).startsWith("id", "kind");
    assertThat(further.rows().getLast()).startsWith("e29", "k29");
  }

  @Test
  void whoSeesNothingHasNothingDrawn() {
    DeclaredWorld blind = seeing("see: none");
    View view = View.of(new AgentId("tavern/ada"), Instant.EPOCH, Json.tree("{}"));

    assertThat(blind.panel(view)).isNull();
    assertThat(marks(drawn(blind, "{\"you\":{\"x\":1,\"y\":2}}")))
        .as("a view from when it saw something")
        .containsExactly(new Panel.Mark(1, 2, "self", "ada"));
  }
}
