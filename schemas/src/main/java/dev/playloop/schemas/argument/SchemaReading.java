package dev.playloop.schemas.argument;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// What came of reading a schema.
public sealed interface SchemaReading {
  /// Reads what somebody declares: whatever came through an [dev.playloop.schemas.json.Edge], it
  /// does not throw.
  static SchemaReading of(JsonNode declared) {
    return SchemaReader.read(declared);
  }

  record Accepted(ArgumentSchema schema) implements SchemaReading {}

  /// @param lessons one or more, in the order of the schema
  record Refused(List<SchemaLesson> lessons) implements SchemaReading {
    public Refused {
      lessons = List.copyOf(lessons);
    }
  }
}
