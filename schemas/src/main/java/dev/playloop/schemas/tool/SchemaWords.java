package dev.playloop.schemas.tool;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// What a JSON Schema expects of a value, in the words in which [Constraints] say it. Pure
/// functions.
final class SchemaWords {
  private SchemaWords() {}

  /// @param otherwise what is said where there are no words for it
  static String expected(JsonNode schema, String otherwise) {
    List<String> choices = choices(schema);
    if (!choices.isEmpty()) {
      return "one of " + String.join(", ", choices);
    }
    String type = schema.path("type").isString() ? schema.path("type").stringValue() : "";
    return switch (type) {
      case "integer" -> "a whole number" + range(schema, "minimum", "maximum", " from ", "");
      case "number" -> "a number" + range(schema, "minimum", "maximum", " from ", "");
      case "string" ->
          "a text"
              + range(schema, "minLength", "maxLength", " of ", " characters")
              + (schema.has("pattern") ? " that matches " + schema.path("pattern").asString() : "");
      case "array" -> "a list" + range(schema, "minItems", "maxItems", " of ", " elements");
      case "boolean" -> "true or false";
      case "object" -> "an object";
      default -> otherwise;
    };
  }

  static String oneOf(List<String> names) {
    return names.isEmpty() ? "no parameters" : "one of the parameters " + String.join(", ", names);
  }

  static List<String> choices(JsonNode schema) {
    return schema.path("enum").valueStream().map(JsonNode::asString).toList();
  }

  private static String range(
      JsonNode schema, String from, String to, String before, String behind) {
    if (schema.has(from) && schema.has(to)) {
      return before + schema.path(from) + " to " + schema.path(to) + behind;
    }
    if (schema.has(from)) {
      return before + "at least " + schema.path(from) + behind;
    }
    return schema.has(to) ? before + "at most " + schema.path(to) + behind : "";
  }
}
