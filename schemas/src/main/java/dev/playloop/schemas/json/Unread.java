package dev.playloop.schemas.json;

import dev.playloop.schemas.InvalidValueException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Why something could not be read, whatever was thrown, as the one exception that readers throw: a
/// parser may throw what it likes. Pure functions.
final class Unread {
  private Unread() {}

  /// `bytes` is what was read; `type` what it was to become, or null for a tree.
  static InvalidValueException of(RuntimeException e, byte[] bytes, @Nullable Class<?> type) {
    if (!(e instanceof JacksonException failure)) {
      return unreadable(e);
    }
    JsonNode tree = treeOf(bytes);
    InvalidValueException newer = Versions.newer(type, tree);
    return newer != null ? newer : JsonFailure.of(failure, tree, false).toException(failure);
  }

  /// The same where unknown fields are refused too.
  static InvalidValueException strictly(RuntimeException e, JsonNode node) {
    return e instanceof JacksonException failure
        ? JsonFailure.of(failure, node, true).toException(failure)
        : unreadable(e);
  }

  static <T> T present(@Nullable T value) {
    if (value == null) {
      throw new InvalidValueException("json", "a value", "null");
    }
    return value;
  }

  private static InvalidValueException unreadable(RuntimeException e) {
    InvalidValueException refused = new InvalidValueException("json", "valid JSON", e.toString());
    refused.initCause(e);
    return refused;
  }

  /// The tree of what could not be read, for the error message; null where it is no JSON at all.
  private static @Nullable JsonNode treeOf(byte[] bytes) {
    try {
      return Mappers.LOG.readTree(bytes);
    } catch (RuntimeException e) {
      return null;
    }
  }
}
