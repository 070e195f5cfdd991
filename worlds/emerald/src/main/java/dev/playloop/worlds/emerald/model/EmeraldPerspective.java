package dev.playloop.worlds.emerald.model;

import dev.playloop.schemas.id.SceneId;
import dev.playloop.worlds.model.SelfPerspective;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a player sees of the game: where it stands, the party, the battle, and who is near.
///
/// A game is one scene with one entity, [#SELF], whose state is a [GameState]. Budget:
/// [#MAX_TOKENS], met by leaving out the farthest objects.
final class EmeraldPerspective extends SelfPerspective {
  static final int MAX_TOKENS = 800;
  private static final int SUMMARY_NEARBY = 3;

  EmeraldPerspective() {
    super(MAX_TOKENS, "The game has not been seen yet; look at it.");
  }

  @Override
  public SceneId homeScene(String actor) {
    return EmeraldScenes.of(actor);
  }

  @Override
  protected void shorten(ObjectNode state, int rows) {
    keep(state, "nearby", "moreNearby", rows);
  }

  @Override
  protected String summary(ObjectNode state) {
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
