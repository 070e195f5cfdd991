package dev.playloop.monitoring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// What a query asks for, as far as the tests have to know: no parser of PromQL, which promtool is.
///
/// @param where file and name of the alert, rule or panel
record Asked(String where, String expr) {
  private static final Pattern GROUPING =
      Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");
  private static final Pattern MATCHERS = Pattern.compile("\\{([^}]*)}");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*[!=]");
  private static final Pattern NAME =
      Pattern.compile("(?<![\\w:])((?:playloop|messaging|gen_ai)[\\w:]+)");

  /// Names of metrics, and of rules, which have colons.
  Set<String> names() {
    String bare = MATCHERS.matcher(GROUPING.matcher(expr).replaceAll("")).replaceAll("");
    Set<String> names = new TreeSet<>();
    Matcher name = NAME.matcher(bare);
    while (name.find()) {
      names.add(name.group(1));
    }
    return names;
  }

  Set<String> labels() {
    Set<String> labels = new TreeSet<>();
    Matcher grouping = GROUPING.matcher(expr);
    while (grouping.find()) {
      for (String label : grouping.group(1).split(",", -1)) {
        labels.add(label.strip());
      }
    }
    Matcher matchers = MATCHERS.matcher(expr);
    while (matchers.find()) {
      Matcher one = MATCHER.matcher(matchers.group(1));
      while (one.find()) {
        labels.add(one.group(1));
      }
    }
    labels.remove("");
    return labels;
  }

  /// As Prometheus itself would take it: Grafana fills in the interval.
  String promql() {
    return expr.replace("$__rate_interval", "5m");
  }

  static List<Asked> ofRules(String file) throws IOException {
    List<Asked> asked = new ArrayList<>();
    for (JsonNode group : Folder.yaml(file).path("groups")) {
      for (JsonNode rule : group.path("rules")) {
        String name = rule.path("alert").asString(rule.path("record").asString(""));
        asked.add(new Asked(file + " " + name, rule.path("expr").asString()));
      }
    }
    return asked;
  }

  /// What the files of the dashboards ask, whoever wrote them.
  static List<Asked> ofDashboards() throws IOException {
    List<Asked> asked = new ArrayList<>();
    for (var file : Folder.dashboards()) {
      String name = "dashboards/" + file.getFileName();
      for (JsonNode panel : Folder.yaml(name).path("panels")) { // JSON is YAML
        for (JsonNode target : panel.path("targets")) {
          asked.add(
              new Asked(
                  name + " " + panel.path("title").asString(), target.path("expr").asString()));
        }
      }
    }
    return asked;
  }

  static List<Asked> everywhere() throws IOException {
    List<Asked> all = new ArrayList<>(ofRules("alerts.yaml"));
    all.addAll(ofRules("rules.yaml"));
    all.addAll(ofDashboards());
    return all;
  }

  static Set<String> recorded() throws IOException {
    Set<String> names = new TreeSet<>();
    for (JsonNode group : Folder.yaml("rules.yaml").path("groups")) {
      group.path("rules").forEach(rule -> names.add(rule.path("record").asString()));
    }
    return names;
  }
}
