package dev.playloop.schemas.argument;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What is wrong with some arguments: the field, what was expected, what came, and the nearest
/// valid name or choice if one is near.
///
/// @param field as people write it: `route[1].x`; empty for the value itself
public record ArgumentMisfit(String field, String expected, String got, @Nullable String nearest) {

  /// The value itself does not fit.
  static ArgumentMisfit of(String expected, JsonNode value, CheckSteps steps) {
    String got = ArgumentWords.got(value);
    steps.take(got.length());
    return new ArgumentMisfit("", expected, got, null);
  }

  ArgumentMisfit nearest(@Nullable String nearest) {
    return new ArgumentMisfit(field, expected, got, nearest);
  }

  /// The same, seen from the object that has it under this name.
  ArgumentMisfit under(String name) {
    return at(name);
  }

  /// The same, seen from the list that has it at this place.
  ArgumentMisfit under(int index) {
    return at("[" + index + "]");
  }

  private ArgumentMisfit at(String step) {
    String behind = field.isEmpty() || field.startsWith("[") ? field : "." + field;
    return new ArgumentMisfit(step + behind, expected, got, nearest);
  }
}
