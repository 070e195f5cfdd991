package dev.playloop.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Rules and alerts: that Prometheus takes them, that each has its tests, and each its page.
class RulesTest {
  private static final String RUNBOOK = "docs/runbook.md";

  @Test
  void prometheusTakesItsConfiguration() throws Exception {
    Promtool.agrees(Folder.of(""), "check", "config", "prometheus.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rules.yaml", "alerts.yaml"})
  void prometheusTakesTheRules(String file) throws Exception {
    Promtool.agrees(Folder.of(""), "check", "rules", file);
  }

  @Test
  void eachAlertFiresAndIsSilentWhenItShould() throws Exception {
    Promtool.agrees(Folder.of(""), "test", "rules", "alerts-test.yaml");
  }

  @Test
  void theRulesThatScaleAreTheTableOfTheFunction() throws Exception {
    Promtool.agrees(Folder.of(""), "test", "rules", "scale-test.yaml");
  }

  @Test
  void thereAreTwelveAlertsAndEachSaysHowUrgentItIs() throws IOException {
    List<JsonNode> alerts = alerts();
    assertThat(alerts).hasSize(12);
    for (JsonNode alert : alerts) {
      assertThat(alert.path("labels").path("severity").asString())
          .as(name(alert))
          .isIn("page", "ticket");
      assertThat(alert.path("annotations").path("summary").asString()).as(name(alert)).isNotBlank();
    }
  }

  @Test
  void eachAlertHasATestInWhichItFiresAndOneInWhichItIsSilent() throws IOException {
    Set<String> fires = new HashSet<>();
    Set<String> silent = new HashSet<>();
    for (JsonNode test : Folder.yaml("alerts-test.yaml").path("tests")) {
      for (JsonNode asked : test.path("alert_rule_test")) {
        (asked.path("exp_alerts").isEmpty() ? silent : fires)
            .add(asked.path("alertname").asString());
      }
    }
    Set<String> names = new HashSet<>(alerts().stream().map(RulesTest::name).toList());
    assertThat(fires).isEqualTo(names);
    assertThat(silent).isEqualTo(names);
  }

  /// A section says what it means, what to look at, and what to do.
  @Test
  void eachAlertHasItsSectionInTheRunbook() throws IOException {
    List<String> lines = Files.readAllLines(Folder.root().resolve(RUNBOOK));
    List<String> sections = new ArrayList<>();
    for (JsonNode alert : alerts()) {
      String name = name(alert);
      sections.add(name);
      assertThat(alert.path("annotations").path("runbook").asString())
          .isEqualTo(RUNBOOK + "#" + name.toLowerCase(Locale.ROOT));
      int begin = lines.indexOf("## " + name);
      assertThat(begin).as("a section '## %s' in %s", name, RUNBOOK).isNotNegative();
      assertThat(lines.subList(begin + 1, end(lines, begin)))
          .as(name)
          .anyMatch(line -> line.startsWith("**It means**"))
          .anyMatch(line -> line.startsWith("**Look at**"))
          .anyMatch(line -> line.startsWith("**Do**"));
    }
    assertThat(lines.stream().filter(line -> line.startsWith("## ")).map(line -> line.substring(3)))
        .containsExactlyElementsOf(sections);
  }

  private static int end(List<String> lines, int begin) {
    int end = begin + 1;
    while (end < lines.size() && !lines.get(end).startsWith("## ")) {
      end++;
    }
    return end;
  }

  private static List<JsonNode> alerts() throws IOException {
    List<JsonNode> alerts = new ArrayList<>();
    for (JsonNode group : Folder.yaml("alerts.yaml").path("groups")) {
      group.path("rules").forEach(alerts::add);
    }
    return alerts;
  }

  private static String name(JsonNode alert) {
    return alert.path("alert").asString();
  }
}
