package dev.playloop.schemas.argument;

import dev.playloop.schemas.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a schema's author is told, in the order of the schema; as much as anybody reads at once.
/// Owned by the thread that reads the schema.
final class SchemaLessons {
  private static final int MAX = 100;
  private static final int SHOWN = 60;

  private final List<SchemaLesson> told = new ArrayList<>();

  void add(@Nullable SchemaLesson lesson) {
    if (lesson != null && told.size() < MAX) {
      told.add(lesson);
    }
  }

  void add(String path, String expected, String got) {
    add(new SchemaLesson(path, expected, got, null));
  }

  void add(String path, String expected, JsonNode got) {
    add(path, expected, Text.brief(got.toString(), SHOWN));
  }

  int size() {
    return told.size();
  }

  List<SchemaLesson> all() {
    return told;
  }

  /// The JSON pointer of a field of what is at `path`.
  static String under(String path, String name) {
    return path + "/" + name.replace("~", "~0").replace("/", "~1");
  }
}
