package dev.playloop.worlds.society;

import dev.playloop.schemas.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What came of a write: a refusal is a value, and undoes what its transaction did before.
sealed interface Verdict {
  /// It happened. `changesView` where the actor sees it in its own view.
  record Done(JsonNode output, boolean changesView) implements Verdict {}

  /// The rules forbid it; `field` names the argument that is to blame.
  record Refused(String code, String message, @Nullable String field) implements Verdict {}

  /// An answer to be filled, for [#seen] and [#unseen].
  static ObjectNode answer() {
    return Json.NODES.objectNode();
  }

  static Verdict seen(JsonNode output) {
    return new Done(output, true);
  }

  static Verdict unseen(JsonNode output) {
    return new Done(output, false);
  }

  static Verdict refused(String code, String message, @Nullable String field) {
    return new Refused(code, message, field);
  }
}
