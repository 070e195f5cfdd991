package dev.playloop.worlds.declared.model;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.view.Panel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Entities as rows, their fields as columns: what one looks for first, then what most of them
/// have, of equally many by name. Pure functions.
final class EntityTable {
  private static final int MAX_COLUMNS = 12;
  private static final int MAX_COLUMN = 40;
  private static final String KIND = "kind";
  private static final List<String> FIRST =
      List.of("id", "name", KIND, "x", "y", "distance", "direction");

  private EntityTable() {}

  /// @param mixed whether they are of several kinds
  static Panel.Table of(String title, List<SeenEntity> entities, boolean mixed) {
    List<SeenEntity> shown = entities.subList(0, Math.min(entities.size(), Panel.MAX_PARTS));
    List<String> fields = fields(shown, mixed);
    List<List<String>> rows = new ArrayList<>();
    for (SeenEntity one : shown) {
      rows.add(fields.stream().map(field -> cell(one, field, mixed)).toList());
    }
    List<String> columns =
        fields.stream().map(field -> Text.wellFormed(Text.brief(field, MAX_COLUMN))).toList();
    return new Panel.Table(Text.wellFormed(title), columns, rows);
  }

  private static String cell(SeenEntity one, String field, boolean mixed) {
    return mixed && field.equals(KIND)
        ? Text.wellFormed(one.kind())
        : SeenEntity.words(one.row().path(field));
  }

  private static List<String> fields(List<SeenEntity> shown, boolean mixed) {
    Map<String, Integer> found = new HashMap<>();
    for (SeenEntity one : shown) {
      one.row().propertyNames().forEach(field -> found.merge(field, 1, Integer::sum));
    }
    if (mixed) {
      found.put(KIND, shown.size());
    }
    return found.keySet().stream()
        .sorted(
            Comparator.comparingInt(EntityTable::rank)
                .thenComparing(Comparator.<String>comparingInt(found::get).reversed())
                .thenComparing(Comparator.naturalOrder()))
        .limit(MAX_COLUMNS)
        .toList();
  }

  private static int rank(String field) {
    int first = FIRST.indexOf(field);
    return first < 0 ? FIRST.size() : first;
  }
}
