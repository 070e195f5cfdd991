package dev.playloop.worlds.chain.declare;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.JsonFailure;
import dev.playloop.worlds.chain.Felt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads what a Cairo compiler has written. Pure functions; each throws [InvalidValueException]
/// that names the field.
final class ClassFile {
  /// Starknet takes no larger classes.
  private static final int MAX_BYTES = 8 * 1024 * 1024;

  private ClassFile() {}

  static JsonNode read(String what, byte[] json) {
    if (json.length > MAX_BYTES) {
      throw new InvalidValueException(
          what, "at most " + MAX_BYTES + " bytes", json.length + " bytes");
    }
    return CheckedJson.of(json, Edge.TOPIC).tree();
  }

  static <T> List<T> list(JsonNode parent, String field, Function<JsonNode, T> read) {
    JsonNode list = parent.get(field);
    if (list == null || !list.isArray()) {
      throw wrong(field, "a list", list);
    }
    List<T> values = new ArrayList<>(list.size());
    for (JsonNode value : list) {
      values.add(read.apply(value));
    }
    return List.copyOf(values);
  }

  static Felt felt(String field, JsonNode value) {
    if (!value.isString()) {
      throw wrong(field, "a felt", value);
    }
    return Felt.parse(field, value.stringValue());
  }

  static int index(String field, JsonNode value) {
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0) {
      throw wrong(field, "a number from 0 to 2^31 - 1", value);
    }
    return value.intValue();
  }

  static InvalidValueException wrong(String field, String expected, @Nullable JsonNode got) {
    return new InvalidValueException(field, expected, JsonFailure.shown(got));
  }
}
