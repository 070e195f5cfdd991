package dev.playloop.schemas.world;

import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What came of a guard's looking at a text. Kept as JSON with the intent of the action, so that a
/// restart asks nobody again, and with its result, so that whoever tells of it tells what was said.
public sealed interface Verdict {
  /// Under which name it lies there.
  String FIELD = "guard";

  int MAX_TEXT = 16_000;
  int MAX_REASON = 500;

  /// It may be said.
  record Allowed() implements Verdict {}

  /// Something else is said in its place.
  record Replaced(String text) implements Verdict {}

  /// It is not said.
  record Denied(String reason) implements Verdict {}

  /// Nobody could look at it.
  record Unchecked(String why) implements Verdict {}

  /// What a call says to people by its parameter `says`: as it was said, where a guard has put
  /// other words in its place. Null where that is no text.
  ///
  /// @param output the result of the call
  static @Nullable String spoken(String says, JsonNode args, @Nullable JsonNode output) {
    JsonNode text = args.get(says);
    if (text == null || !text.isString()) {
      return null;
    }
    return output != null && of(output.get(FIELD)) instanceof Replaced other
        ? other.text()
        : text.stringValue();
  }

  /// Null where it is none.
  static @Nullable Verdict of(@Nullable JsonNode json) {
    if (json == null || !json.isObject()) {
      return null;
    }
    String text = text(json.path("text"));
    String reason = text(json.path("reason"));
    return switch (text(json.path("verdict"))) {
      case "allow" -> new Allowed();
      case "replace" -> text.isBlank() || text.length() > MAX_TEXT ? null : new Replaced(text);
      case "deny" ->
          new Denied(
              reason.isBlank() ? "no reason was given" : Printable.brief(reason, MAX_REASON));
      case "unchecked" -> new Unchecked(Printable.brief(reason, MAX_REASON));
      default -> null;
    };
  }

  /// Nothing is made a text that is none.
  private static String text(JsonNode value) {
    return value.isString() ? value.stringValue() : "";
  }

  default ObjectNode json() {
    ObjectNode json = Json.NODES.objectNode();
    return switch (this) {
      case Allowed _ -> json.put("verdict", "allow");
      case Replaced(String text) -> json.put("verdict", "replace").put("text", text);
      case Denied(String reason) -> json.put("verdict", "deny").put("reason", reason);
      case Unchecked(String why) -> json.put("verdict", "unchecked").put("reason", why);
    };
  }
}
