package dev.playloop.worlds.kernel.model;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.view.Panel;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Draws a principal's balances, its artifacts as what it owns, and what others did lately. Pure
/// functions.
final class KernelPanel {
  private KernelPanel() {}

  static Panel of(View view) {
    JsonNode state = view.state();
    String self = state.path("principal").asString("?");
    List<Panel.Node> nodes = new ArrayList<>();
    List<Panel.Edge> edges = new ArrayList<>();
    nodes.add(new Panel.Node(self, "principal", self));
    for (JsonNode artifact : state.path("artifacts")) {
      String id = artifact.path("id").asString("");
      nodes.add(new Panel.Node(id, artifact.path("type").asString("artifact"), id));
      edges.add(new Panel.Edge(self, id, "owns"));
    }
    List<List<String>> recent = new ArrayList<>();
    state.path("recent").forEach(row -> recent.add(List.of(row.path("text").asString(""))));
    return Panel.of(
        view.summary(),
        List.of(
            new Panel.Table(
                "Balances",
                List.of("scrip", "on hold", "LLM budget in USD", "disk"),
                List.of(
                    List.of(
                        state.path("scrip").asString("0"),
                        state.path("heldScrip").asString("0"),
                        state.path("llmBudget").asString("0"),
                        state.path("disk").path("used").asString("0")
                            + "/"
                            + state.path("disk").path("quota").asString("0")))),
            new Panel.Graph("Artifacts", nodes, edges),
            new Panel.Table("Lately", List.of("what happened"), recent)));
  }
}
