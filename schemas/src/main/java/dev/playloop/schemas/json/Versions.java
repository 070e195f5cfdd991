package dev.playloop.schemas.json;

import dev.playloop.schemas.InvalidValueException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The versions that this release reads. Pure functions.
final class Versions {
  private static final ClassValue<Integer> KNOWN =
      new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
          try {
            return type.getField("VERSION").getInt(null);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " has no public VERSION", e);
          }
        }
      };

  private Versions() {}

  /// Refuses what a newer release wrote.
  static <T> T known(T value) {
    if (value instanceof Versioned record && record.v() > KNOWN.get(value.getClass())) {
      throw newer(value.getClass(), String.valueOf(record.v()));
    }
    return value;
  }

  /// Why a record could not be read, where that is its version; null where it is not.
  static @Nullable InvalidValueException newer(@Nullable Class<?> type, @Nullable JsonNode tree) {
    JsonNode v = tree == null ? null : tree.get("v");
    return type != null
            && Versioned.class.isAssignableFrom(type)
            && v != null
            && v.isIntegralNumber()
            && (!v.canConvertToInt() || v.intValue() > KNOWN.get(type))
        ? newer(type, v.toString())
        : null;
  }

  private static InvalidValueException newer(Class<?> type, String v) {
    return new InvalidValueException(
        "v",
        "at most " + KNOWN.get(type) + ", which this release reads",
        v + ": written by a newer release");
  }
}
