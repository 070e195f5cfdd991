package dev.playloop.worlds.emerald.model;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.view.Panel;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Draws where a player stands among whom it sees, and its party. Pure functions.
final class EmeraldPanel {
  private EmeraldPanel() {}

  static Panel of(View view) {
    JsonNode state = view.state();
    List<Panel.Mark> marks = new ArrayList<>();
    if (state.path("x").isNumber() && state.path("y").isNumber()) {
      marks.add(
          new Panel.Mark(
              state.path("x").asInt(0),
              state.path("y").asInt(0),
              "self",
              state.path("facing").asString("")));
    }
    for (JsonNode npc : state.path("nearby")) {
      String label = "NPC " + npc.path("id").asInt(0);
      marks.add(new Panel.Mark(npc.path("x").asInt(0), npc.path("y").asInt(0), "npc", label));
    }
    List<List<String>> party = new ArrayList<>();
    for (JsonNode monster : state.path("party")) {
      party.add(
          List.of(
              monster.path("name").asString("?"),
              String.valueOf(monster.path("level").asInt(0)),
              monster.path("hp").asInt(0) + "/" + monster.path("maxHp").asInt(0)));
    }
    return Panel.of(
        view.summary(),
        List.of(
            new Panel.Grid("Map " + state.path("map").asString("?"), marks),
            new Panel.Table("Party", List.of("name", "level", "HP"), party)));
  }
}
