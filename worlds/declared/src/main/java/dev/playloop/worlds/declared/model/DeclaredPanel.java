package dev.playloop.worlds.declared.model;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.view.Panel;
import dev.playloop.schemas.world.Outlook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Draws what an agent of a world that is data saw: on a grid who stands where, a table for each
/// kind of entity, and the pictures that entities name. Pure: made of a view and of what its world
/// declares of views. A game's rows may be any JSON, and whatever a view has is drawn.
record DeclaredPanel(Outlook outlook) {
  private static final int MAX_PICTURES = 3;
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final List<String> PICTURES = List.of("picture", "screenshot");
  private static final List<String> MEDIA = List.of("image/png", "image/jpeg");

  /// The list of [EntitiesPerspective] whose rows are of many kinds.
  private static final String OTHERS = "others";

  Panel of(View view) {
    JsonNode state = view.state();
    Map<String, List<SeenEntity>> kinds = kinds(state.path("entities"));
    List<SeenEntity> near = listed(state.path("near"), true);
    List<SeenEntity> seen = new ArrayList<>(near);
    kinds.values().forEach(seen::addAll);

    List<Panel.Drawing> around = new ArrayList<>();
    List<Panel.Mark> marks = TileMarks.in(outlook.space()).of(view, seen);
    if (!marks.isEmpty()) {
      around.add(new Panel.Grid("Map", marks));
    }
    around.addAll(pictures(seen));
    if (!near.isEmpty()) {
      around.add(EntityTable.of("Near", near, true));
    }
    List<Panel.Drawing> last = new ArrayList<>();
    List<SeenEntity> recent = listed(state.path("recent"), false);
    if (!recent.isEmpty()) {
      last.add(EntityTable.of("Lately", recent, false));
    }
    List<List<String>> besides = besides(state);
    if (!besides.isEmpty() || (around.isEmpty() && kinds.isEmpty() && last.isEmpty())) {
      last.add(new Panel.Table("State", List.of("what", "value"), besides));
    }
    List<Panel.Drawing> all = new ArrayList<>(around);
    all.addAll(tables(kinds, Panel.MAX_DRAWINGS - around.size() - last.size()));
    all.addAll(last);
    return Panel.of(Text.wellFormed(view.summary()), all);
  }

  /// By name, those first that are declared to matter.
  private Map<String, List<SeenEntity>> kinds(JsonNode entities) {
    List<Map.Entry<String, JsonNode>> lists = new ArrayList<>(entities.properties());
    lists.sort(
        Comparator.comparingInt((Map.Entry<String, JsonNode> each) -> rank(each.getKey()))
            .thenComparing(Map.Entry::getKey));
    Map<String, List<SeenEntity>> kinds = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> each : lists) {
      String kind = each.getKey();
      kinds.put(kind, SeenEntity.all(each.getValue(), kind, kind.equals(OTHERS)));
    }
    return kinds;
  }

  private int rank(String kind) {
    int listed = outlook.order().indexOf(kind);
    return listed < 0 ? outlook.order().size() : listed;
  }

  private static List<SeenEntity> listed(JsonNode list, boolean mixed) {
    return list.isArray() ? SeenEntity.all(list, "", mixed) : List.of();
  }

  /// One for each kind, as long as there is room; all further kinds share the last.
  private static List<Panel.Drawing> tables(Map<String, List<SeenEntity>> kinds, int room) {
    List<Panel.Drawing> tables = new ArrayList<>();
    List<SeenEntity> further = new ArrayList<>();
    int own = kinds.size() <= room ? room : room - 1;
    kinds.forEach((kind, entities) -> {
      if (tables.size() < own) {
        tables.add(EntityTable.of(kind, entities, kind.equals(OTHERS)));
      } else {
        further.addAll(entities);
      }
    });
    if (!further.isEmpty()) {
      tables.add(EntityTable.of("Further kinds", further, true));
    }
    return tables;
  }

  private static List<Panel.Picture> pictures(List<SeenEntity> seen) {
    Map<String, Panel.Picture> pictures = new LinkedHashMap<>();
    for (SeenEntity one : seen) {
      for (String field : PICTURES) {
        Panel.Picture picture = picture(one.label(), one.row().path(field));
        if (picture != null && pictures.size() < MAX_PICTURES) {
          pictures.putIfAbsent(picture.hash(), picture);
        }
      }
    }
    return List.copyOf(pictures.values());
  }

  private static Panel.@Nullable Picture picture(String title, JsonNode told) {
    String hash = told.path("sha256").stringValue("");
    String type = told.path("mediaType").stringValue("");
    return HASH.matcher(hash).matches()
        ? new Panel.Picture(title, hash, MEDIA.contains(type) ? type : null)
        : null;
  }

  /// What of a state stands in no other table, such as how much was left out.
  private static List<List<String>> besides(JsonNode state) {
    List<List<String>> rows = new ArrayList<>();
    if (!state.isObject()) {
      String whole = SeenEntity.words(state);
      return whole.isEmpty() ? rows : List.of(List.of("state", whole));
    }
    for (Map.Entry<String, JsonNode> field : state.properties()) {
      JsonNode value = field.getValue();
      boolean drawn =
          switch (field.getKey()) {
            case "entities" -> value.isObject();
            case "near", "recent" -> value.isArray();
            default -> false;
          };
      if (!drawn) {
        rows.add(List.of(Text.wellFormed(field.getKey()), SeenEntity.words(value)));
      }
    }
    return rows;
  }
}
