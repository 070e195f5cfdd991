package dev.playloop.schemas.config;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Rows beside those that were expected. Pure.
final class ExpectedRows {
  private ExpectedRows() {}

  /// How they differ, in sentences; empty where they fit. Numbers are compared by value, and
  /// columns that an expected row doesn't name are not looked at.
  static List<String> differences(
      String asked, List<ObjectNode> rows, List<Map<String, JsonNode>> got) {
    if (got.size() != rows.size()) {
      return List.of(asked + ": expected " + rows.size() + " rows, got " + got.size() + ": " + got);
    }
    List<String> found = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int row = i;
      rows.get(i)
          .forEachEntry((column, want) -> {
            JsonNode have = got.get(row).get(column);
            if (!same(want, have)) {
              found.add(
                  asked
                      + ": row "
                      + (row + 1)
                      + ", "
                      + column
                      + ": expected "
                      + want
                      + ", got "
                      + (have == null ? "no such column" : have));
            }
          });
    }
    return found;
  }

  /// Which of these are not among what came, in this order; others may stand between.
  static List<String> missing(
      String asked, List<ObjectNode> rows, List<Map<String, JsonNode>> got) {
    Iterator<Map<String, JsonNode>> rest = got.iterator();
    for (ObjectNode row : rows) {
      boolean found = false;
      while (!found && rest.hasNext()) {
        found = fits(row, rest.next());
      }
      if (!found) {
        return List.of(
            "%s: expected %s, with those before it in their order, among %d rows: %s"
                .formatted(asked, row, got.size(), got));
      }
    }
    return List.of();
  }

  private static boolean fits(ObjectNode row, Map<String, JsonNode> got) {
    return row.properties().stream()
        .allMatch(field -> same(field.getValue(), got.get(field.getKey())));
  }

  private static boolean same(JsonNode want, @Nullable JsonNode have) {
    if (have == null) {
      return false;
    }
    if (want.isNumber() && have.isNumber()) {
      return want.decimalValue().compareTo(have.decimalValue()) == 0;
    }
    return want.equals(have);
  }
}
