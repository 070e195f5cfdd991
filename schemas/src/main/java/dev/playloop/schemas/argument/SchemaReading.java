package dev.playloop.schemas.argument;

import java.util.List;

/// What came of reading a schema.
public sealed interface SchemaReading {

  record Readable(ArgumentSchema schema) implements SchemaReading {}

  /// @param lessons one or more, in the order of the schema
  record Refused(List<SchemaLesson> lessons) implements SchemaReading {
    public Refused {
      lessons = List.copyOf(lessons);
    }
  }
}
