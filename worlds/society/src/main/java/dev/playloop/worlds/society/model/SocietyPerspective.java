package dev.playloop.worlds.society.model;

import dev.playloop.schemas.id.SceneId;
import dev.playloop.worlds.model.SelfPerspective;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What an actor of the society sees: its own stats, inventory, community and open battles.
///
/// An actor is its own scene with one entity, [#SELF]: everything it sees changes in one event, so
/// no view shows gold that is spent beside an inventory that is still empty, and one community
/// event does not re-derive a thousand views. Budget: [#MAX_TOKENS].
final class SocietyPerspective extends SelfPerspective {
  static final int MAX_TOKENS = 1_000;
  private static final int SUMMARY_ROWS = 8;

  SocietyPerspective() {
    super(MAX_TOKENS, "Nothing is known about you yet.");
  }

  @Override
  public SceneId homeScene(String actor) {
    return SocietyScenes.of(actor);
  }

  @Override
  protected void shorten(ObjectNode state, int rows) {
    keep(state, "battles", "moreBattles", rows);
    if (state.get("inventory") instanceof ObjectNode inventory) {
      List<String> items = new ArrayList<>(inventory.propertyNames());
      List<String> surplus = items.subList(Math.min(rows, items.size()), items.size());
      inventory.remove(surplus);
      leaveOut(state, "moreItems", surplus.size());
    }
  }

  @Override
  protected String summary(ObjectNode state) {
    StringBuilder text = new StringBuilder();
    text.append("You are ").append(state.path("username").asString("nobody")).append(". ");
    text.append("Health ").append(state.path("health").asInt(0)).append("/100, energy ");
    text.append(state.path("energy").asInt(0)).append("/100, morale ");
    text.append(state.path("morale").asInt(0)).append("/100, ");
    text.append(state.path("gold").asLong(0)).append(" gold. ");
    text.append(inventory(state.path("inventory")));
    JsonNode community = state.path("community");
    text.append(
        community.isObject()
            ? "You belong to " + community.path("name").asString("") + ". "
            : "You belong to no community. ");
    text.append(battles(state.path("battles")));
    return text.toString();
  }

  private static String inventory(JsonNode inventory) {
    List<String> items = new ArrayList<>();
    for (var item : inventory.properties()) {
      if (items.size() == SUMMARY_ROWS) {
        items.add("more");
        break;
      }
      items.add(item.getValue().asInt(0) + " " + item.getKey());
    }
    return items.isEmpty() ? "You carry nothing. " : "You carry " + String.join(", ", items) + ". ";
  }

  private static String battles(JsonNode battles) {
    List<String> open = new ArrayList<>();
    for (JsonNode battle : battles) {
      if (open.size() == SUMMARY_ROWS) {
        open.add("more");
        break;
      }
      String stance =
          battle.path("ignored").asBoolean(false)
              ? ", which you ignore"
              : battle.path("energySpent").asInt(0) > 0 ? ", in which you have fought" : "";
      open.add(
          battle.path("battleId").asString("")
              + " against "
              + battle.path("enemy").asString("")
              + stance);
    }
    return open.isEmpty()
        ? "No battle of your community is open."
        : "Open battles of your community: " + String.join("; ", open) + ".";
  }
}
