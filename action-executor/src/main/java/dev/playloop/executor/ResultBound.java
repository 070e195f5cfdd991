package dev.playloop.executor;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Cuts a result to what its topic takes, so that the producer never sees a record that is too
/// large. A long output keeps its shape: lists lose their ends, texts theirs, and `truncated` and
/// `note` tell the model to ask for less. Sizes are UTF-8 bytes of JSON.
final class ResultBound {
  static final String TRUNCATED = "truncated";
  static final String NOTE = "note";
  static final int MAX_MESSAGE = 2_000;
  private static final int MAX_WORD = 200;
  private static final int MAX_RECEIPTS = 32;
  private static final int MAX_DEPTH = 100;

  /// Room for `truncated` and `note`.
  private static final int NOTE_BYTES = 512;

  private final int maxBytes;

  ResultBound(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /// The result with its error, receipts and output within bounds.
  ActionResult bound(ActionResult result) {
    JsonNode output = result.output();
    ActionResult bare = with(result, null);
    int room = maxBytes - size(bare);
    if (output == null) {
      return bare;
    }
    int bytes = size(output);
    return with(bare, bytes + NOTE_BYTES <= room ? output : cut(output, bytes, room - NOTE_BYTES));
  }

  private static ActionResult with(ActionResult result, @Nullable JsonNode output) {
    ActionError error = result.error();
    List<String> receipts = result.receipts();
    return result
        .output(output)
        .error(error == null ? null : bound(error))
        .receipts(receipts.stream().limit(MAX_RECEIPTS).map(r -> head(r, MAX_WORD)).toList());
  }

  private static ActionError bound(ActionError error) {
    return new ActionError(
        error.code() == null ? "unnamed" : head(error.code(), MAX_WORD),
        error.message() == null ? "" : head(error.message(), MAX_MESSAGE),
        error.field() == null ? null : head(error.field(), MAX_WORD),
        error.retriable());
  }

  private static JsonNode cut(JsonNode output, int bytes, int room) {
    String note =
        "The full output has %d bytes and was cut to about %d. Ask for less: a narrower filter, a"
                .formatted(bytes, room)
            + " smaller limit, or one thing at a time.";
    ObjectNode cut = Json.NODES.objectNode().put(TRUNCATED, true).put(NOTE, note);
    JsonNode kept = prune(output, room, 0);
    if (kept instanceof ObjectNode object) {
      object.properties().forEach(field -> cut.putIfAbsent(field.getKey(), field.getValue()));
    } else if (kept != null) {
      cut.set("output", kept);
    }
    return cut;
  }

  /// As much of the node as fits into `room` bytes; null where nothing does.
  private static @Nullable JsonNode prune(JsonNode node, int room, int depth) {
    if (depth > MAX_DEPTH) {
      return null;
    }
    if (node.isObject()) {
      return pruneObject(node, room, depth);
    }
    if (node.isArray()) {
      return pruneArray(node, room, depth);
    }
    if (size(node) <= room) {
      return node;
    }
    return node.isString() ? pruneText(node.asString(), room) : null;
  }

  private static @Nullable JsonNode pruneObject(JsonNode node, int room, int depth) {
    if (room < 2) {
      return null;
    }
    ObjectNode kept = Json.NODES.objectNode();
    int left = room - 2;
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      int name = size(Json.NODES.stringNode(field.getKey())) + 2;
      JsonNode value = prune(field.getValue(), left - name, depth + 1);
      if (value != null) {
        kept.set(field.getKey(), value);
        left -= name + size(value);
      }
    }
    return kept;
  }

  private static @Nullable JsonNode pruneArray(JsonNode node, int room, int depth) {
    if (room < 2) {
      return null;
    }
    ArrayNode kept = Json.NODES.arrayNode();
    int left = room - 2;
    for (JsonNode element : node) {
      JsonNode value = prune(element, left - 1, depth + 1);
      if (value == null) {
        break;
      }
      kept.add(value);
      left -= 1 + size(value);
    }
    return kept;
  }

  private static @Nullable JsonNode pruneText(String text, int room) {
    int characters = Math.min(text.length(), room - 5);
    while (characters > 0) {
      JsonNode cut = Json.NODES.stringNode(head(text, characters));
      if (size(cut) <= room) {
        return cut;
      }
      // Escapes and other alphabets take more than a byte a character.
      characters = Math.min(characters - 1, (int) ((long) characters * room / size(cut)));
    }
    return null;
  }

  /// The first `max` characters with a sign that more was there; never half a surrogate pair.
  private static String head(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
    return text.substring(0, end) + "…";
  }

  private static int size(Object value) {
    return Json.bytes(value).length;
  }
}
