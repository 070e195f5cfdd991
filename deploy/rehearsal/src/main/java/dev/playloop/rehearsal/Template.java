package dev.playloop.rehearsal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Texts with `{{path}}` in them: `{{trigger.subject.id}}`, `{{view.energy}}`,
/// `{{results.get_market_items.items[0].price}}`, `{{last.output.energy}}`, `{{turn}}`. A text that
/// is one placeholder becomes the value itself, number or object; any other is put together as
/// text. Throws [InvalidValueException] where a path finds nothing.
final class Template {
  private static final Pattern PLACE = Pattern.compile("\\{\\{\\s*([^{}]+?)\\s*\\}\\}");

  private Template() {}

  static JsonNode fill(JsonNode template, JsonNode root) {
    if (template.isString()) {
      return fillText(template.asString(), root);
    }
    if (template.isArray()) {
      ArrayNode filled = Json.NODES.arrayNode();
      template.forEach(element -> filled.add(fill(element, root)));
      return filled;
    }
    if (template.isObject()) {
      ObjectNode filled = Json.NODES.objectNode();
      template.properties().forEach(e -> filled.set(e.getKey(), fill(e.getValue(), root)));
      return filled;
    }
    return template;
  }

  /// The same for conditions: null where a path finds nothing, which no condition fits.
  static @Nullable JsonNode fillKnown(JsonNode template, JsonNode root) {
    try {
      return fill(template, root);
    } catch (InvalidValueException e) {
      return null;
    }
  }

  static String text(String template, JsonNode root) {
    return asText(fillText(template, root));
  }

  private static JsonNode fillText(String template, JsonNode root) {
    Matcher place = PLACE.matcher(template);
    if (place.matches()) {
      return value(place.group(1), root);
    }
    return Json.NODES.stringNode(
        place
            .reset()
            .replaceAll(found -> Matcher.quoteReplacement(asText(value(found.group(1), root)))));
  }

  private static String asText(JsonNode node) {
    return node.isString() ? node.asString() : node.toString();
  }

  private static JsonNode value(String path, JsonNode root) {
    JsonNode found = Paths.find(root, path);
    if (found.isMissingNode()) {
      throw new InvalidValueException(
          "{{" + path + "}}",
          "a value in trigger, actor, view, memory, results, last or turn",
          "nothing there");
    }
    return found;
  }
}
