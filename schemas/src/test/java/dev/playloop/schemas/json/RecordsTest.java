package dev.playloop.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.playloop.schemas.Golden;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Samples;
import dev.playloop.schemas.Samples.Sample;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Golden files of every record, the JSON Schemas, and what the reader really does, held against
/// each other.
final class RecordsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/v1");
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private static final Map<String, Schema> VALIDATORS = new ConcurrentHashMap<>();

  static Stream<String> names() {
    return Samples.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void recordsAreWrittenAsTheirGoldenFile(String name) {
    Golden.check(file(name), pretty(Json.LOG.valueToTree(Samples.of(name).value())));
  }

  @ParameterizedTest
  @MethodSource("names")
  void goldenFilesAreReadAsTheirRecord(String name) throws Exception {
    Sample sample = Samples.of(name);

    assertThat(Json.read(Files.readAllBytes(file(name)), sample.type())).isEqualTo(sample.value());
  }

  @Test
  void everyGoldenFileStillReads() throws Exception {
    try (Stream<Path> files = Files.list(GOLDEN)) {
      assertThat(files.map(f -> f.getFileName().toString().replace(".json", "")))
          .containsExactlyInAnyOrderElementsOf(Samples.all().keySet());
    }
  }

  @Test
  void everyTypeOnATopicHasASample() {
    Set<Class<?>> sampled = new java.util.HashSet<>();
    Samples.all().values().forEach(sample -> sampled.add(sample.type()));
    for (Topic<?, ?> topic : new Topics("", 4).all(List.of("society"))) {
      if (topic.value() instanceof dev.playloop.schemas.topic.JsonSerde<?> serde) {
        assertThat(sampled).as(topic.name()).contains(serde.type());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void unknownFieldsAreToleratedOnTopicsAndRefusedInConfig(String name) {
    Sample sample = Samples.of(name);
    for (List<Object> path : objects(tree(sample), sample.type())) {
      ObjectNode changed = (ObjectNode) tree(sample);
      ((ObjectNode) at(changed, path)).put("fieldOfTomorrow", true);

      assertThat(Json.read(changed.toString(), sample.type()))
          .as("%s", path)
          .isEqualTo(sample.value());
      assertThatThrownBy(() -> Json.readStrict(changed, sample.type()))
          .as("%s", path)
          .isInstanceOf(InvalidValueException.class)
          .hasMessageContaining("fieldOfTomorrow");
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void theSchemaAcceptsTheGoldenFile(String name) {
    Sample sample = Samples.of(name);

    assertThat(errors(SchemaFiles.ofRecord(sample.type()), tree(sample))).isEmpty();
  }

  /// For each field of each object: left out, or of another type, the reader and the schema agree.
  @ParameterizedTest
  @MethodSource("names")
  void theSchemaRefusesWhatTheReaderRefuses(String name) {
    Sample sample = Samples.of(name);
    ObjectNode schema = SchemaFiles.ofRecord(sample.type());
    for (List<Object> path : objects(tree(sample), sample.type())) {
      for (String field : List.copyOf(at(tree(sample), path).propertyNames())) {
        ObjectNode without = (ObjectNode) tree(sample);
        ((ObjectNode) at(without, path)).remove(field);
        agree(schema, without, sample, path + " without " + field);
        ObjectNode other = (ObjectNode) tree(sample);
        ObjectNode object = (ObjectNode) at(other, path);
        object.set(field, otherType(object.get(field)));
        agree(schema, other, sample, path + " with another type of " + field);
      }
    }
  }

  private static void agree(ObjectNode schema, JsonNode json, Sample sample, String what) {
    boolean read;
    try {
      Json.read(json.toString(), sample.type());
      read = true;
    } catch (InvalidValueException e) {
      assertThat(e.expected()).isNotBlank();
      read = false;
    }
    assertThat(errors(schema, json).isEmpty()).as("%s: %s", what, json).isEqualTo(read);
  }

  static List<Error> errors(ObjectNode schema, JsonNode json) {
    return VALIDATORS
        .computeIfAbsent(schema.toString(), text -> REGISTRY.getSchema(text, InputFormat.JSON))
        .validate(json.toString(), InputFormat.JSON);
  }

  /// The paths of all objects that are records, not free JSON.
  private static List<List<Object>> objects(JsonNode root, Class<?> type) {
    List<List<Object>> found = new ArrayList<>();
    collect(root, List.of(), found);
    Set<String> free =
        Set.of(
            "data",
            "args",
            "state",
            "output",
            "input",
            "prepared",
            "parameters",
            "matched",
            "pattern",
            "preview",
            "when");
    Set<String> maps = Set.of("boundaries", "limits", "routes", "triggers");
    found.removeIf(path ->
        path.stream().anyMatch(s -> s instanceof String name && free.contains(name))
            || (!path.isEmpty() && path.getLast() instanceof String last && maps.contains(last)));
    assertThat(found).as(type.getSimpleName()).isNotEmpty();
    return found;
  }

  private static void collect(JsonNode node, List<Object> path, List<List<Object>> into) {
    if (node.isObject()) {
      into.add(path);
      node.properties().forEach(e -> collect(e.getValue(), with(path, e.getKey()), into));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        collect(array.get(i), with(path, i), into);
      }
    }
  }

  private static List<Object> with(List<Object> path, Object segment) {
    List<Object> longer = new ArrayList<>(path);
    longer.add(segment);
    return longer;
  }

  private static JsonNode at(JsonNode root, List<Object> path) {
    JsonNode node = root;
    for (Object segment : path) {
      node = segment instanceof Integer i ? node.get(i) : node.get((String) segment);
    }
    return node;
  }

  private static JsonNode otherType(JsonNode value) {
    return value.isString() ? Json.NODES.numberNode(7) : Json.NODES.stringNode("\u0000");
  }

  private static JsonNode tree(Sample sample) {
    return Json.LOG.valueToTree(sample.value());
  }

  private static Path file(String name) {
    return GOLDEN.resolve(name + ".json");
  }

  static String pretty(JsonNode node) {
    try {
      return new String(
              Json.LOG.writerWithDefaultPrettyPrinter().writeValueAsBytes(node),
              StandardCharsets.UTF_8)
          + "\n";
    } catch (JacksonException e) {
      throw new AssertionError(e);
    }
  }
}
