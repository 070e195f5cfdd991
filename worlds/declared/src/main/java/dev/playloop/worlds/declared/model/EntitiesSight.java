package dev.playloop.worlds.declared.model;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.world.WorldDeclaration.Outlook;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A scene on its way into a budget. The least important kind is cut first, by halves, and of it
/// what changed longest ago; after all kinds, the oldest of what happened. What was left out is
/// counted. Used by one thread.
final class EntitiesSight {
  private static final int HAPPENED = 10;

  /// How many kinds are counted by their names; more are counted together.
  private static final int NAMED_KINDS = 12;

  private final List<Kind> kinds;
  private final List<String> recent;

  private EntitiesSight(List<Kind> kinds, List<String> recent) {
    this.kinds = kinds;
    this.recent = recent;
  }

  private record Row(ObjectNode json, int bytes) {}

  /// The newest rows first.
  private record Kind(String name, int all, List<Row> rows) {
    long bytes() {
      long sum = rows.isEmpty() ? 0 : bytesOf(name);
      for (Row row : rows) {
        sum += row.bytes() + 1;
      }
      return sum;
    }
  }

  static EntitiesSight of(Scene scene, Outlook outlook) {
    Map<String, List<Map.Entry<String, Scene.Entity>>> found =
        scene.entities().entrySet().stream()
            .filter(each -> each.getValue().state() != null)
            .sorted(
                Comparator.<Map.Entry<String, Scene.Entity>>comparingLong(
                        each -> each.getValue().version())
                    .reversed())
            .collect(
                Collectors.groupingBy(
                    each -> each.getValue().kind(), TreeMap::new, Collectors.toList()));
    List<Kind> kinds = new ArrayList<>();
    found.forEach((name, all) -> kinds.add(new Kind(name, all.size(), rows(all))));
    kinds.sort(Comparator.comparingInt(kind -> rank(outlook, kind.name())));
    List<String> texts = scene.happenings().stream().map(Scene.Happened::text).toList();
    int first = Math.max(0, texts.size() - HAPPENED);
    return new EntitiesSight(kinds, new ArrayList<>(texts.subList(first, texts.size()).reversed()));
  }

  private static int rank(Outlook outlook, String kind) {
    int at = outlook.order().indexOf(kind);
    return at < 0 ? outlook.order().size() : at;
  }

  private static List<Row> rows(List<Map.Entry<String, Scene.Entity>> entities) {
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<String, Scene.Entity> each : entities) {
      ObjectNode json = row(each.getKey(), each.getValue());
      rows.add(new Row(json, bytesOf(json.toString())));
    }
    return rows;
  }

  private static ObjectNode row(String id, Scene.Entity entity) {
    ObjectNode row = Json.NODES.objectNode().put("id", id);
    if (entity.x() != null && entity.y() != null) {
      row.put("x", entity.x()).put("y", entity.y());
    }
    JsonNode state = entity.state();
    if (state instanceof ObjectNode fields) {
      fields.properties().forEach(field -> row.putIfAbsent(field.getKey(), field.getValue()));
    } else {
      row.set("state", state);
    }
    return row;
  }

  /// Cut until it fits; each cut is paid by what it takes away, so that a scene of many kinds costs
  /// no more than one of many entities.
  Sight within(int tokens) {
    long bytes = kinds.stream().mapToLong(Kind::bytes).sum();
    for (int last = kinds.size() - 1; last >= 0 && bytes > 4L * tokens; ) {
      Kind kind = kinds.get(last);
      long before = kind.bytes();
      halve(kind.rows());
      bytes -= before - kind.bytes();
      last -= kind.rows().isEmpty() ? 1 : 0;
    }
    Sight sight = sight();
    while (sight.tokens() > tokens && cut()) {
      sight = sight();
    }
    return sight;
  }

  private boolean cut() {
    for (Kind kind : kinds.reversed()) {
      if (!kind.rows().isEmpty()) {
        halve(kind.rows());
        return true;
      }
    }
    if (recent.isEmpty()) {
      return false;
    }
    halve(recent);
    return true;
  }

  private static void halve(List<?> rows) {
    rows.subList(rows.size() / 2, rows.size()).clear();
  }

  private Sight sight() {
    ObjectNode state = Json.NODES.objectNode();
    ObjectNode entities = Json.NODES.objectNode();
    ObjectNode more = Json.NODES.objectNode();
    for (Kind kind : kinds) {
      if (!kind.rows().isEmpty()) {
        ArrayNode list = entities.putArray(kind.name());
        kind.rows().forEach(row -> list.add(row.json()));
      }
      count(more, kind.name(), kind.all() - kind.rows().size());
    }
    state.set("entities", entities);
    if (!more.isEmpty()) {
      state.set("notShown", more);
    }
    if (!recent.isEmpty()) {
      recent.forEach(state.putArray("recent")::add);
    }
    String summary = summary();
    return new Sight(state, summary, (bytesOf(state.toString()) + bytesOf(summary) + 3) / 4);
  }

  private static void count(ObjectNode more, String kind, int left) {
    if (left > 0) {
      String name = more.size() < NAMED_KINDS ? kind : "others";
      more.put(name, more.path(name).asInt(0) + left);
    }
  }

  private String summary() {
    if (kinds.isEmpty()) {
      return "Nothing is told of your surroundings.";
    }
    String counts =
        kinds.stream()
            .limit(NAMED_KINDS)
            .map(kind -> kind.name() + ": " + kind.all())
            .collect(Collectors.joining(", "));
    int others = kinds.stream().skip(NAMED_KINDS).mapToInt(Kind::all).sum();
    return "There are " + counts + (others == 0 ? "." : ", others: " + others + ".");
  }

  private static int bytesOf(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
