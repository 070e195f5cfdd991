package dev.playloop.schemas.argument;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What one value must be, as its schema says. A tree without circles, at most
/// [SchemaReader#MAX_LEVELS] deep. Immutable.
sealed interface ArgumentShape
    permits PlainShape, NumberShape, TextShape, ListShape, ObjectShape, ChoiceShape, EitherShape {

  /// Whether the value is of this kind, whatever else it has to be.
  boolean isFor(JsonNode value);

  /// In words for who gave something else.
  String expected();

  /// Null where the value fits.
  @Nullable ArgumentMisfit misfit(JsonNode value, CheckSteps steps);

  /// A value that fits, its whole numbers written as such.
  default JsonNode settled(JsonNode value, CheckSteps steps) {
    return value;
  }

  /// Whether null is one of its values.
  default boolean takesNull() {
    return false;
  }

  /// Whether equal values are written alike, once they are [#settled].
  default boolean hasOneForm() {
    return false;
  }
}
