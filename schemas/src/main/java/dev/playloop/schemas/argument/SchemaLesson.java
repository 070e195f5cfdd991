package dev.playloop.schemas.argument;

import org.jspecify.annotations.Nullable;

/// What of a schema lies outside of what arguments are declared by: where, what is expected there,
/// what came, and the nearest name if one is near.
///
/// @param path a JSON pointer into the schema, such as `/properties/to/oneOf`; empty for the whole
public record SchemaLesson(String path, String expected, String got, @Nullable String nearest) {

  /// What came, with the name that was probably meant.
  public String gotAndMeant() {
    return nearest == null ? got : got + "; did you mean '" + nearest + "'?";
  }
}
