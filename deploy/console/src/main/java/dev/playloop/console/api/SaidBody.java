package dev.playloop.console.api;

import dev.playloop.http.EdgeCall;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;

/// What a request says in its body: unknown fields are refused.
final class SaidBody {
  private SaidBody() {}

  /// Throws [dev.playloop.schemas.InvalidValueException] that names the field.
  static <T> T of(EdgeCall call, Class<T> type) {
    return Json.readStrict(Json.tree(new String(call.body(), StandardCharsets.UTF_8)), type);
  }
}
