package dev.playloop.worlds.declared.model;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A row of a view, as it is drawn. Its fields are a game's: of any type, or missing.
record SeenEntity(String kind, ObjectNode row) {
  private static final int MAX_CELL = 80;

  /// Those of a list; what is no object is one with that state.
  ///
  /// @param mixed whether each row says its own kind, as in lists of what is near
  static List<SeenEntity> all(JsonNode list, String kind, boolean mixed) {
    List<SeenEntity> all = new ArrayList<>();
    Collection<JsonNode> rows = list.isArray() ? list.values() : List.of(list);
    for (JsonNode one : rows) {
      ObjectNode row =
          one instanceof ObjectNode fields ? fields : Json.NODES.objectNode().set("state", one);
      String own = words(row.path("kind"));
      all.add(new SeenEntity(mixed && !own.isEmpty() ? own : kind, row));
    }
    return all;
  }

  /// Its name, else its id, else its kind.
  String label() {
    String name = words(row.path("name"));
    String called = name.isBlank() ? words(row.path("id")) : name;
    return called.isBlank() ? Text.wellFormed(kind) : called;
  }

  boolean hasId(String id) {
    return row.path("id").isString() && row.path("id").stringValue().equals(id);
  }

  /// Not a number where it is none.
  double number(String field) {
    return number(row, field);
  }

  static double number(JsonNode fields, String field) {
    JsonNode value = fields.path(field);
    return value.isNumber() ? value.numberValue().doubleValue() : Double.NaN;
  }

  /// Any JSON as a cell: a text as it is, all else as it is written.
  static String words(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    String text = value.isString() ? value.stringValue() : value.toString();
    return Text.wellFormed(Text.brief(text, MAX_CELL));
  }
}
