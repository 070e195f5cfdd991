package dev.playloop.worlds.declared.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.Panel;
import dev.playloop.schemas.world.WorldDeclaration;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Rows of a game that means harm, or is half broken.
class HostilePanelTest {
  private static final int STATES = 5_000;
  private static final int DEEP = 6;
  private static final String HALF = "half\ud83d";

  private static final List<String> FIELDS =
      List.of(
          "you",
          "near",
          "entities",
          "recent",
          "leftOut",
          "id",
          "name",
          "kind",
          "x",
          "y",
          "self",
          "distance",
          "direction",
          "picture",
          "screenshot",
          "sha256",
          "mediaType",
          "others",
          "guest",
          HALF,
          "",
          "x".repeat(300));

  private static final List<String> TEXTS =
      List.of(
          "ada",
          "self",
          "north",
          "southwest",
          "here",
          "player",
          "",
          HALF,
          "\udc00low",
          "\u0000\u202e",
          "ab".repeat(32),
          "\ud83d\ude00".repeat(150),
          "image/png");

  private static DeclaredWorld world(String outlook) {
    String yaml =
        DeclaredWorldTest.TAVERN.replace(
            "see: entities, tokens: 200, order: [guest, table]", outlook);
    return DeclaredWorld.of(
        new ConfigFile("world.yaml", yaml).as(WorldDeclaration.class, DeclaredWorld::misfits));
  }

  private static Panel drawn(DeclaredWorld world, JsonNode state, String summary) {
    View view = View.of(new AgentId("tavern/ada"), Instant.EPOCH, state).summary(summary);
    return Objects.requireNonNull(world.panel(view));
  }

  @ParameterizedTest
  @ValueSource(strings = {"see: entities", "see: spatial, space: {y: up, tileWidth: 32}"})
  void whateverIsToldIsDrawnWithinBounds(String outlook) {
    long seed = 20_261_129;
    Random random = new Random(seed);
    DeclaredWorld world = world(outlook);
    for (int i = 0; i < STATES; i++) {
      JsonNode state = any(random, 0);
      String told = "seed %d, state %d".formatted(seed, i);
      Panel panel = drawn(world, state, text(random), told);

      assertThat(panel.drawings().size()).as(told).isBetween(1, Panel.MAX_DRAWINGS);
      // Half a character would come back as another.
      assertThat(Json.read(Json.bytes(panel), Panel.class, Edge.KEPT)).as(told).isEqualTo(panel);
    }
  }

  private static Panel drawn(DeclaredWorld world, JsonNode state, String summary, String told) {
    try {
      return drawn(world, state, summary);
    } catch (RuntimeException e) {
      throw new AssertionError(told, e);
    }
  }

  private static JsonNode any(Random random, int depth) {
    int choice = random.nextInt(depth == 0 ? 12 : depth > DEEP ? 8 : 12);
    return switch (choice) {
      case 0 -> Json.NODES.nullNode();
      case 1 -> Json.NODES.numberNode(random.nextInt(40) - 20);
      case 2 -> Json.NODES.numberNode(random.nextDouble() * 1e10 - 5e9);
      case 3 -> Json.NODES.numberNode(BigInteger.TEN.pow(random.nextInt(900)).negate());
      case 4 -> Json.NODES.numberNode(new BigDecimal("1e" + (random.nextInt() | 1 << 30)));
      case 5 -> Json.NODES.numberNode(random.nextBoolean() ? Double.NaN : -1 / 0.0);
      case 6 -> Json.NODES.stringNode(text(random));
      case 7 -> Json.NODES.booleanNode(random.nextBoolean());
      case 8 -> list(random, depth);
      default -> object(random, depth);
    };
  }

  private static ArrayNode list(Random random, int depth) {
    ArrayNode list = Json.NODES.arrayNode();
    for (int i = random.nextInt(5); i > 0; i--) {
      list.add(any(random, depth + 1));
    }
    return list;
  }

  private static ObjectNode object(Random random, int depth) {
    ObjectNode object = Json.NODES.objectNode();
    for (int i = random.nextInt(8); i > 0; i--) {
      object.set(FIELDS.get(random.nextInt(FIELDS.size())), any(random, depth + 1));
    }
    return object;
  }

  private static String text(Random random) {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  /// More of everything than a page shows; the agent itself is seen all the same.
  @Test
  void ofThousandsTheAgentItselfIsNotLeftOut() {
    ObjectNode state = Json.NODES.objectNode();
    ArrayNode guests = state.putObject("entities").putArray("guest");
    for (int i = 0; i < 5_000; i++) {
      ObjectNode row = guests.addObject().put("id", "g" + i).put("x", i).put("y", -i);
      row.put("field" + i, i).put("often", "w".repeat(1_000));
    }
    guests.addObject().put("id", "ada").put("x", 1).put("y", 1);

    Panel panel = drawn(world("see: entities"), state, "");

    Panel.Grid map = (Panel.Grid) panel.drawings().getFirst();
    assertThat(map.marks()).hasSize(Panel.MAX_PARTS).startsWith(mark("self", "ada"));
    Panel.Table table = (Panel.Table) panel.drawings().getLast();
    assertThat(table.rows().size()).isEqualTo(Panel.MAX_PARTS);
    assertThat(table.columns()).hasSize(12).startsWith("id", "x", "y", "often", "field0");
    assertThat(table.rows().getFirst().get(3)).isEqualTo("w".repeat(80) + "…");
  }

  private static Panel.Mark mark(String kind, String label) {
    return new Panel.Mark(1, 1, kind, label);
  }
}
