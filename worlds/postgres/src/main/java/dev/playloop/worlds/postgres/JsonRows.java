package dev.playloop.worlds.postgres;

import dev.playloop.schemas.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Rows of a database as expectations compare them: numbers and truth values stay, all else is its
/// text.
final class JsonRows {
  private JsonRows() {}

  static Map<String, JsonNode> of(Map<String, Object> row) {
    Map<String, JsonNode> json = new LinkedHashMap<>();
    row.forEach((column, value) ->
        json.put(
            column,
            value == null || value instanceof Number || value instanceof Boolean
                ? Json.LOG.valueToTree(value)
                : Json.NODES.stringNode(value.toString())));
    return json;
  }
}
