package dev.playloop.worlds.eternum.model.sight;

import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.Json;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Other players choose names, and so what stands in a view. Here a text becomes one line without
/// controls, brackets and quotes, so that it can't begin a line, end a quotation or look like a
/// section. Pure functions.
final class Clean {
  /// Of any text in the state.
  private static final int MAX_TEXT = 120;

  private static final int MAX_NAME = 40;

  private Clean() {}

  /// One line of at most `max` characters.
  static String line(String text, int max) {
    return Printable.brief(text, max).replace('<', '\u2039').replace('>', '\u203a');
  }

  /// A name as it stands in a sentence: between quotes.
  static String name(String name) {
    return '"' + line(name, MAX_NAME).replace('"', '\'') + '"';
  }

  /// The same JSON with each text cleaned. Names of fields are ours.
  static JsonNode json(JsonNode node) {
    if (node.isString()) {
      return Json.NODES.stringNode(line(node.stringValue(), MAX_TEXT));
    }
    if (node instanceof ArrayNode list) {
      ArrayNode cleaned = Json.NODES.arrayNode();
      list.forEach(element -> cleaned.add(json(element)));
      return cleaned;
    }
    if (node instanceof ObjectNode object) {
      ObjectNode cleaned = Json.NODES.objectNode();
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        cleaned.set(field.getKey(), json(field.getValue()));
      }
      return cleaned;
    }
    return node;
  }
}
