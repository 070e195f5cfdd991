package dev.playloop.reasoner.wire;

import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Cuts an object or array out of JSON bytes exactly as it stands there: blanks, escapes, number
/// forms and unknown fields included.
final class RawSlice {
  private RawSlice() {}

  /// What lies at the path of field names and indices (as text); null where nothing does.
  static @Nullable String at(byte[] json, String... path) {
    try (JsonParser parser = Json.LOG.createParser(json)) {
      JsonToken token = parser.nextToken();
      for (String step : path) {
        token = enter(parser, token, step);
      }
      if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
        return null;
      }
      int from = (int) parser.currentTokenLocation().getByteOffset();
      parser.skipChildren();
      int to = (int) parser.currentLocation().getByteOffset();
      return new String(json, from, to - from, StandardCharsets.UTF_8);
    }
  }

  private static @Nullable JsonToken enter(
      JsonParser parser, @Nullable JsonToken token, String step) {
    if (token == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean found = step.equals(parser.currentName());
        JsonToken value = parser.nextToken();
        if (found) {
          return value;
        }
        parser.skipChildren();
      }
    } else if (token == JsonToken.START_ARRAY && isIndex(step)) {
      for (int left = Integer.parseInt(step); ; left--) {
        JsonToken value = parser.nextToken();
        if (value == JsonToken.END_ARRAY || left == 0) {
          return value == JsonToken.END_ARRAY ? null : value;
        }
        parser.skipChildren();
      }
    }
    return null;
  }

  /// A list has no field, whatever the provider meant by one.
  private static boolean isIndex(String step) {
    return Character.isDigit(step.charAt(0));
  }
}
