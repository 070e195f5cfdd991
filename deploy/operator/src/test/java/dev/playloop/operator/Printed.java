package dev.playloop.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Holds values, their golden lines, their JSON Schema and their reader against each other.
final class Printed {
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private Printed() {}

  /// `values` are what `golden/<name>.jsonl` says, and the schema of that name takes them. With
  /// `-Dgolden.update=true` the lines are written instead.
  static <T> void check(String name, Class<T> type, List<T> values) throws IOException {
    Path golden = Path.of("src/test/resources/golden", name + ".jsonl");
    String lines =
        values.stream().map(value -> Json.text(value) + "\n").collect(Collectors.joining());
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(golden, lines);
    }
    assertThat(Files.readString(golden)).as("%s", golden).isEqualTo(lines);
    for (T value : values) {
      String text = Json.text(value);
      assertThat(errors(name, text)).as(text).isEmpty();
      assertThat(Json.read(text, type)).isEqualTo(value);
    }
  }

  /// Whatever field of `value`, or of the object in its field `inner`, is left out: the schema
  /// refuses it where the reader does.
  static <T> void checkRequired(String name, Class<T> type, T value, String inner) {
    String text = Json.text(value);
    without(name, type, text, "");
    if (Json.tree(text).path(inner).isObject()) {
      without(name, type, text, "/" + inner);
    }
  }

  private static void without(String name, Class<?> type, String text, String at) {
    for (String field : List.copyOf(Json.tree(text).at(at).propertyNames())) {
      JsonNode changed = Json.tree(text);
      ((ObjectNode) changed.at(at)).remove(field);
      boolean read = true;
      try {
        Json.read(changed.toString(), type);
      } catch (InvalidValueException e) {
        read = false;
      }
      assertThat(errors(name, changed.toString()).isEmpty())
          .as("%s without %s/%s", text, at, field)
          .isEqualTo(read);
    }
  }

  static JsonNode schema(String name) throws IOException {
    return Json.tree(
        Files.readString(Path.of("src/main/resources/schemas", name + ".schema.json")));
  }

  static List<Error> errors(String schema, String json) {
    return REGISTRY
        .getSchema(
            Objects.requireNonNull(
                Printed.class.getResourceAsStream("/schemas/" + schema + ".schema.json"), schema),
            InputFormat.JSON)
        .validate(json, InputFormat.JSON);
  }
}
