package dev.playloop.launcher.example;

import dev.playloop.operator.Step;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.json.Json;
import java.io.PrintWriter;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `run --json`: one JSON object a line for each run as it closes, and a summary at the end.
final class JsonLines {
  private final PrintWriter out;

  public JsonLines(PrintWriter out) {
    this.out = out;
  }

  public void print(Step step) {
    if (step instanceof Step.Closed closed) {
      LoopEvent.RunClosed run = closed.run();
      ObjectNode line = Json.NODES.objectNode();
      line.put("type", "run-closed");
      line.put("agent", closed.agent().value());
      line.put("trigger", run.run().trigger());
      line.put("outcome", run.outcome().name());
      line.put("turns", run.turns());
      ArrayNode actions = line.putArray("actions");
      for (LoopEvent.ActionTaken action : run.actions()) {
        actions.addObject().put("tool", action.tool()).put("status", action.status().name());
      }
      line.put("costUsd", run.costUsd());
      line.put("millis", java.time.Duration.between(run.openedAt(), run.closedAt()).toMillis());
      print(line);
    }
  }

  /// `failures` counts what differs from expect.yaml; without one, runs that were not completed.
  /// `counts` are the example's own numbers.
  public void summary(PlayReport report, int failures, Map<String, JsonNode> counts) {
    ObjectNode line = Json.NODES.objectNode();
    line.put("type", "summary");
    line.put("triggers", report.triggers());
    line.put("closed", report.runs().stream().mapToInt(r -> r.closed().triggers().size()).sum());
    line.put("dropped", report.drops().size());
    line.put("turns", report.turns());
    line.put("actions", report.actions());
    line.put("failures", failures);
    if (!counts.isEmpty()) {
      counts.forEach(line.putObject("counts")::set);
    }
    print(line);
  }

  private void print(ObjectNode line) {
    out.println(Json.text(line));
    out.flush();
  }
}
