package dev.playloop.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The dashboards' files are [Boards], written as Grafana reads them; no Grafana is asked here.
class DashboardsTest {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final int WIDTH = 12;
  private static final int HEIGHT = 8;

  @TempDir private Path folder;

  @Test
  void eachFileIsWhatIsDeclared() throws IOException {
    for (Board board : Boards.ALL) {
      Folder.golden(
          "dashboards/" + board.name() + ".json", JSON.writeValueAsString(json(board)) + "\n");
    }
    assertThat(Folder.dashboards())
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrderElementsOf(
            Boards.ALL.stream().map(board -> board.name() + ".json").toList());
  }

  /// As rules, since those are what promtool takes queries in.
  @Test
  void prometheusTakesEachQuery() throws Exception {
    List<Asked> queries = Asked.ofDashboards();
    assertThat(queries).hasSizeGreaterThan(40);
    StringBuilder rules = new StringBuilder("groups:\n  - name: dashboards\n    rules:\n");
    for (int i = 0; i < queries.size(); i++) {
      rules
          .append("      # " + queries.get(i).where() + "\n")
          .append("      - record: dashboard:query:" + i + "\n")
          .append("        expr: '" + queries.get(i).promql().replace("'", "''") + "'\n");
    }
    Files.writeString(folder.resolve("queries.yaml"), rules);

    Promtool.agrees(folder, "check", "rules", "queries.yaml");
  }

  /// The label is the one that [ScrapeTest] finds at slow calls; a dollar that is doubled is
  /// Grafana's page's, and not its environment's.
  @Test
  void aSlowCallLeadsToItsTrace() throws IOException {
    JsonNode source = Folder.yaml("grafana/datasources.yaml").path("datasources").path(0);
    JsonNode link = source.at("/jsonData/exemplarTraceIdDestinations/0");
    assertThat(link.path("name").asString()).isEqualTo(ScrapeTest.TRACE);
    assertThat(link.path("url").asString()).isEqualTo("${TRACES_URL}$${__value.raw}");
    for (Path file : Folder.dashboards()) {
      for (JsonNode panel : Folder.yaml("dashboards/" + file.getFileName()).path("panels")) {
        for (JsonNode target : panel.path("targets")) {
          assertThat(target.path("exemplar").asBoolean())
              .as("%s: %s", file, target)
              .isEqualTo(target.path("expr").asString().contains("_bucket"));
        }
      }
    }
  }

  private static ObjectNode json(Board board) {
    ObjectNode json = JSON.createObjectNode();
    json.put("uid", "playloop-" + board.name());
    json.put("title", "Playloop: " + board.title());
    json.put("description", board.about());
    json.put("schemaVersion", 39);
    json.put("editable", false);
    json.put("refresh", "30s");
    json.putObject("time").put("from", "now-6h").put("to", "now");
    json.putArray("tags").add("playloop");
    json.putObject("templating")
        .putArray("list")
        .addObject()
        .put("name", "datasource")
        .put("type", "datasource")
        .put("query", "prometheus");
    ArrayNode panels = json.putArray("panels");
    for (int i = 0; i < board.panels().size(); i++) {
      panel(panels.addObject(), board.panels().get(i), i);
    }
    return json;
  }

  private static void panel(ObjectNode json, Board.Panel panel, int number) {
    json.put("id", number + 1);
    json.put("title", panel.title());
    json.put("type", "timeseries");
    source(json);
    json.putObject("gridPos")
        .put("x", number % 2 * WIDTH)
        .put("y", number / 2 * HEIGHT)
        .put("w", WIDTH)
        .put("h", HEIGHT);
    ObjectNode fields = json.putObject("fieldConfig");
    fields.putObject("defaults").put("unit", panel.unit()).put("min", 0);
    fields.putArray("overrides");
    ArrayNode targets = json.putArray("targets");
    for (Board.Query query : panel.queries()) {
      ObjectNode target = targets.addObject();
      target.put("refId", String.valueOf((char) ('A' + targets.size() - 1)));
      source(target);
      target.put("expr", query.expr());
      target.put("legendFormat", query.legend());
      target.put("exemplar", query.expr().contains("_bucket"));
    }
  }

  private static void source(ObjectNode json) {
    json.putObject("datasource").put("type", "prometheus").put("uid", "${datasource}");
  }
}
