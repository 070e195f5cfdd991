package dev.playloop.worlds.model.emerald;

import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a player sees of the game: where it stands, the party, the battle, and who is near.
///
/// A game is one scene with one entity, [#SELF], whose state is a [GameState]. Budget:
/// [#MAX_TOKENS], met by leaving out the farthest objects.
final class EmeraldPerspective implements Perspective {
  static final int MAX_TOKENS = 800;
  static final String SELF = "self";
  private static final int MAX_NEARBY = 8;
  private static final int SUMMARY_NEARBY = 3;

  @Override
  public SceneId homeScene(String actor) {
    return EmeraldScenes.of(actor);
  }

  @Override
  public Sight see(Scene scene, String actor) {
    Scene.Entity self = scene.entities().get(SELF);
    if (self == null || !(self.state() instanceof ObjectNode known)) {
      return sight(Json.NODES.objectNode(), "The game has not been seen yet; look at it.");
    }
    ObjectNode state = known.deepCopy();
    Sight sight = null;
    for (int rows = MAX_NEARBY;
        sight == null || (sight.tokens() > MAX_TOKENS && rows >= 0);
        rows--) {
      cut(state, rows);
      sight = sight(state, summary(state));
    }
    return sight;
  }

  /// Keeps the nearest `rows` objects, and says how many are left out.
  private static void cut(ObjectNode state, int rows) {
    if (state.get("nearby") instanceof ArrayNode nearby && nearby.size() > rows) {
      int left = nearby.size() - rows;
      while (nearby.size() > rows) {
        nearby.remove(nearby.size() - 1);
      }
      state.put("moreNearby", state.path("moreNearby").asInt(0) + left);
    }
  }

  private static Sight sight(JsonNode state, String summary) {
    int bytes =
        state.toString().getBytes(StandardCharsets.UTF_8).length
            + summary.getBytes(StandardCharsets.UTF_8).length;
    return new Sight(state, summary, (bytes + 3) / 4);
  }

  private static String summary(ObjectNode state) {
    StringBuilder text = new StringBuilder();
    text.append("You stand on map ").append(state.path("map").asString("?"));
    text.append(" at (").append(state.path("x").asInt(0)).append(", ");
    text.append(state.path("y").asInt(0)).append("), facing ");
    text.append(state.path("facing").asString("?")).append(", ");
    text.append(state.path("walks").asString("?").replace('_', ' ')).append(". ");
    text.append(mode(state));
    text.append(party(state.path("party")));
    text.append(nearby(state));
    return text.toString().strip();
  }

  private static String mode(ObjectNode state) {
    return switch (state.path("mode").asString("")) {
      case "field" -> "You can walk. ";
      case "text" ->
          "A text box holds you"
              + (state.path("text").isString()
                  ? ": \"" + state.path("text").asString() + "\". "
                  : ". ");
      case "menu" -> "The start menu is open. ";
      case "bag" -> "The bag is open. ";
      case "party" -> "The party screen is open. ";
      case "battle" -> battle(state.path("battle"));
      default -> "The game is between two screens. ";
    };
  }

  private static String battle(JsonNode battle) {
    String menu = battle.path("menu").asString("none").replace('_', ' ');
    return "You are in a "
        + (battle.path("trainer").asBoolean(false) ? "trainer" : "wild")
        + " battle"
        + fighter(": your ", battle.path("own"))
        + fighter(" against ", battle.path("foe"))
        + (menu.equals("none") ? ". Nothing waits for input. " : ". The " + menu + " menu waits. ");
  }

  private static String fighter(String before, JsonNode fighter) {
    return fighter.isObject()
        ? before
            + fighter.path("name").asString("?")
            + " (level "
            + fighter.path("level").asInt(0)
            + ", "
            + fighter.path("hp").asInt(0)
            + "/"
            + fighter.path("maxHp").asInt(0)
            + " HP)"
        : "";
  }

  private static String party(JsonNode party) {
    int fit = 0;
    for (JsonNode monster : party) {
      fit += monster.path("hp").asInt(0) > 0 && !monster.path("egg").asBoolean(false) ? 1 : 0;
    }
    return party.isEmpty()
        ? "You have no monsters. "
        : fit + " of your " + party.size() + " monsters can fight. ";
  }

  private static String nearby(ObjectNode state) {
    List<String> near = new ArrayList<>();
    for (JsonNode npc : state.path("nearby")) {
      if (near.size() == SUMMARY_NEARBY) {
        near.add("more");
        break;
      }
      near.add(
          "NPC %d at (%d, %d)%s"
              .formatted(
                  npc.path("id").asInt(0),
                  npc.path("x").asInt(0),
                  npc.path("y").asInt(0),
                  npc.path("frozen").asBoolean(false) ? ", which stands still" : ""));
    }
    return near.isEmpty() ? "Nobody is near." : "Near you: " + String.join("; ", near) + ".";
  }
}
