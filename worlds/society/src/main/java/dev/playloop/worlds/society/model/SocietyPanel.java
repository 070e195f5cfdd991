package dev.playloop.worlds.society.model;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.view.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Draws an actor's stats, what it carries, and the open battles of its community. Pure functions.
final class SocietyPanel {
  private static final List<String> STATS = List.of("health", "energy", "morale", "gold");

  private SocietyPanel() {}

  static Panel of(View view) {
    JsonNode state = view.state();
    List<String> stats = STATS.stream().map(stat -> state.path(stat).asString("?")).toList();
    List<List<String>> items = new ArrayList<>();
    for (Map.Entry<String, JsonNode> item : state.path("inventory").properties()) {
      items.add(List.of(item.getKey(), item.getValue().asString("?")));
    }
    String community = state.path("community").path("name").asString("");
    List<Panel.Node> nodes = new ArrayList<>();
    List<Panel.Edge> edges = new ArrayList<>();
    for (JsonNode battle : state.path("battles")) {
      String enemy = battle.path("enemy").asString("?");
      nodes.add(new Panel.Node(enemy, "enemy", enemy));
      edges.add(new Panel.Edge(community, enemy, battle.path("battleId").asString("")));
    }
    if (!community.isEmpty()) {
      nodes.addFirst(new Panel.Node(community, "community", community));
    }
    return Panel.of(
        view.summary(),
        List.of(
            new Panel.Table("Stats", STATS, List.of(stats)),
            new Panel.Table("Inventory", List.of("item", "count"), items),
            new Panel.Graph("Battles", nodes, edges)));
  }
}
