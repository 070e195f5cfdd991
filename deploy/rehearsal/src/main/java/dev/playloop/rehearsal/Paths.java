package dev.playloop.rehearsal;

import dev.playloop.schemas.json.Json;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Finds a value in JSON by a path such as `items[0].price` or `items[name=food].price`. The empty
/// path is the whole.
final class Paths {
  static final JsonNode MISSING = Json.NODES.missingNode();

  private static final Pattern STEP =
      Pattern.compile("\\.?([^.\\[\\]]+)|\\[(\\d{1,9})\\]|\\[([^=\\]]+)=([^\\]]*)\\]");

  private Paths() {}

  static JsonNode find(JsonNode root, String path) {
    JsonNode at = root;
    Matcher step = STEP.matcher(path);
    int end = 0;
    while (step.find() && step.start() == end) {
      end = step.end();
      if (step.group(1) != null) {
        at = at.path(step.group(1));
      } else if (step.group(2) != null) {
        at = at.path(Integer.parseInt(step.group(2)));
      } else {
        at = firstWith(at, step.group(3), step.group(4));
      }
    }
    return end == path.length() ? at : MISSING;
  }

  private static JsonNode firstWith(JsonNode list, String field, String value) {
    return list.valueStream()
        .filter(element -> element.path(field).asString("").equals(value))
        .findFirst()
        .orElse(MISSING);
  }
}
