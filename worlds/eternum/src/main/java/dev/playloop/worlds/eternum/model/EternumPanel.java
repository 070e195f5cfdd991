package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.view.Panel;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Draws where an account's structures and explorers stand among others, and what it has. Pure
/// functions.
final class EternumPanel {
  private EternumPanel() {}

  static Panel of(View view) {
    JsonNode state = view.state();
    List<Panel.Mark> marks = new ArrayList<>();
    marks(state.path("structures"), "self", marks);
    marks(state.path("explorers"), "explorer", marks);
    marks(state.path("nearby"), "other", marks);
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode one : state.path("structures")) {
      List<String> balances = new ArrayList<>();
      one.path("balances")
          .properties()
          .forEach(each -> balances.add(each.getKey() + " " + each.getValue().asString("")));
      rows.add(
          List.of(
              one.path("kind").asString("?") + " " + one.path("structureId").asLong(0),
              String.valueOf(one.path("level").asInt(0)),
              String.join(", ", balances)));
    }
    return Panel.of(
        "Block " + state.path("block").asLong(0),
        List.of(
            new Panel.Hexes("Map", marks),
            new Panel.Table("Structures", List.of("structure", "level", "balances"), rows)));
  }

  private static void marks(JsonNode list, String kind, List<Panel.Mark> marks) {
    for (JsonNode one : list) {
      if (one.path("x").isNumber() && one.path("y").isNumber()) {
        int x = one.path("x").asInt(0);
        int y = one.path("y").asInt(0);
        // Even rows lie half a hex further east; a row of axial ones lies half a hex further each.
        marks.add(new Panel.Mark(x - Math.ceilDiv(y, 2), y, kind, label(one)));
      }
    }
  }

  private static String label(JsonNode one) {
    boolean explorer = one.has("explorerId");
    return (explorer ? "Explorer" : one.path("kind").asString("?"))
        + " "
        + one.path(explorer ? "explorerId" : "structureId").asLong(0);
  }
}
