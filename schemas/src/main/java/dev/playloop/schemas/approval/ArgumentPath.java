package dev.playloop.schemas.approval;

import dev.playloop.schemas.InvalidValueException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Where in arguments a value stands: a field's name, or names with dots between where objects lie
/// in each other. Immutable.
record ArgumentPath(List<String> names) {
  private static final int MAX_LENGTH = 200;
  private static final int MAX_NAMES = 8;

  ArgumentPath {
    names = List.copyOf(names);
  }

  static ArgumentPath of(String text) {
    List<String> names = List.of(text.split("\\.", -1));
    if (text.length() > MAX_LENGTH
        || names.size() > MAX_NAMES
        || names.stream().anyMatch(String::isBlank)) {
      throw new InvalidValueException(
          "when",
          "the name of an argument, or at most " + MAX_NAMES + " of them with dots between",
          text.length() > MAX_LENGTH ? text.length() + " characters" : "'" + text + "'");
    }
    return new ArgumentPath(names);
  }

  /// What stands there; null where nothing does.
  @Nullable JsonNode in(JsonNode args) {
    JsonNode value = args;
    for (String name : names) {
      value = value.path(name);
      if (value.isMissingNode() || value.isNull()) {
        return null;
      }
    }
    return value;
  }

  @Override
  public String toString() {
    return String.join(".", names);
  }
}
