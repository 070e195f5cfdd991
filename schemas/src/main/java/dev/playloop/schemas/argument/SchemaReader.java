package dev.playloop.schemas.argument;

import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the subset of JSON Schema that declares arguments, and tells of all that lies outside. A
/// definition is read once, however often it is referred to; what it takes counts each time. Used
/// by one thread, for one schema.
final class SchemaReader {
  /// Of a schema with a copy of each definition where it is referred to.
  static final int MAX_BYTES = 64 * 1024;

  /// The arguments are the first, what their fields and elements are is the next.
  static final int MAX_LEVELS = 8;

  static final int MAX_FIELDS = 200;

  private static final int MAX_NAME = 64;
  private static final String DEFS = "$defs";
  private static final String REF = "$ref";
  private static final String TO_A_DEFINITION = "#/$defs/";
  private static final String OTHERS = "additionalProperties";

  /// What is read of a part, with what it refers to. Counts stay where they are too many.
  private static final class Extent {
    private static final int TOO_MANY = 1 << 20;

    private int levels;
    private int fields;
    private int bytes;

    void add(int moreFields, int moreBytes) {
      fields = Math.min(TOO_MANY, fields + moreFields);
      bytes = Math.min(TOO_MANY, bytes + moreBytes);
    }
  }

  private record Definition(ArgumentShape shape, Extent extent) {}

  private final ObjectNode root;
  private final SchemaLessons lessons = new SchemaLessons();
  private final KeywordReader keywords = new KeywordReader(lessons);
  private final Map<String, Definition> read = new HashMap<>();
  private final Set<String> open = new HashSet<>();

  private SchemaReader(ObjectNode root) {
    this.root = root;
  }

  static SchemaReading read(JsonNode declared) {
    SchemaLessons lessons = new SchemaLessons();
    if (!(declared instanceof ObjectNode object)) {
      lessons.add("", "a JSON Schema of an object", declared);
      return new SchemaReading.Refused(lessons.all());
    }
    int bytes = Json.bytes(declared).length;
    if (bytes > MAX_BYTES) {
      lessons.add("", "at most " + MAX_BYTES + " bytes", bytes + " bytes");
      return new SchemaReading.Refused(lessons.all());
    }
    return new SchemaReader(object.deepCopy()).read();
  }

  private SchemaReading read() {
    requireRoot();
    Extent extent = new Extent();
    ArgumentShape shape = part("", root, 1, extent);
    root.path(DEFS).propertyNames().forEach(this::definition);
    extent.add(0, Json.bytes(root).length);
    if (extent.fields > MAX_FIELDS) {
      lessons.add(
          "", "at most " + MAX_FIELDS + " fields, with what is referred to", "" + extent.fields);
    }
    if (extent.bytes > MAX_BYTES) {
      lessons.add(
          "",
          "at most " + MAX_BYTES + " bytes, with what is referred to",
          extent.bytes + " bytes or more");
    }
    return lessons.size() == 0 && shape instanceof ObjectShape arguments
        ? new SchemaReading.Accepted(new ArgumentSchema(root, arguments))
        : new SchemaReading.Refused(lessons.all());
  }

  private void requireRoot() {
    JsonNode type = root.path("type");
    if (!type.isString() || !type.stringValue().equals("object")) {
      lessons.add("/type", "object", type.isMissingNode() ? "no type" : type.toString());
    }
    JsonNode dialect = root.path("$schema");
    if (!dialect.isMissingNode()
        && !(dialect.isString() && dialect.stringValue().equals(SchemaKeywords.DIALECT))) {
      lessons.add("/$schema", "no $schema, or " + SchemaKeywords.DIALECT, dialect);
    }
    JsonNode definitions = root.path(DEFS);
    if (!definitions.isMissingNode() && !definitions.isObject()) {
      lessons.add("/$defs", "an object of schemas by name", definitions);
    }
  }

  private ArgumentShape part(String path, JsonNode node, int level, Extent extent) {
    if (level > MAX_LEVELS) {
      lessons.add(path, "at most " + MAX_LEVELS + " levels", "one more");
      return PlainShape.ANY;
    }
    extent.levels = Math.max(extent.levels, level);
    if (node.isBoolean() && node.booleanValue()) {
      return PlainShape.ANY;
    }
    if (!(node instanceof ObjectNode schema)) {
      lessons.add(path, "a schema, which is an object", node);
      return PlainShape.ANY;
    }
    int before = lessons.size();
    ArgumentShape shape =
        schema.has(REF)
            ? reference(path, schema, level, extent)
            : typed(path, schema, level, extent);
    return lessons.size() == before ? keywords.chosen(path, schema, shape) : shape;
  }

  private ArgumentShape typed(String path, ObjectNode schema, int level, Extent extent) {
    int before = lessons.size();
    List<String> types = keywords.types(path, schema);
    if (lessons.size() > before) {
      return PlainShape.ANY;
    }
    for (String keyword : schema.propertyNames()) {
      String at = SchemaLessons.under(path, keyword);
      lessons.add(SchemaKeywords.misfit(at, keyword, types, path.isEmpty()));
    }
    List<ArgumentShape> kinds = new ArrayList<>();
    for (String type : types) {
      kinds.add(
          switch (type) {
            case "object" -> object(path, schema, level, extent);
            case "array" -> list(path, schema, level, extent);
            case "string" -> keywords.text(path, schema);
            case "integer" -> keywords.number(path, schema, true);
            case "number" -> keywords.number(path, schema, false);
            case "boolean" -> PlainShape.FLAG;
            default -> PlainShape.NULL;
          });
    }
    return switch (kinds.size()) {
      case 0 -> PlainShape.ANY;
      case 1 -> kinds.getFirst();
      default -> new EitherShape(kinds);
    };
  }

  private ArgumentShape list(String path, ObjectNode schema, int level, Extent extent) {
    JsonNode items = schema.path("items");
    ArgumentShape element =
        items.isMissingNode()
            ? PlainShape.ANY
            : part(SchemaLessons.under(path, "items"), items, level + 1, extent);
    KeywordReader.Counts counts = keywords.counts(path, schema, "minItems", "maxItems");
    return new ListShape(element, counts.min(), counts.max());
  }

  private ArgumentShape object(String path, ObjectNode schema, int level, Extent extent) {
    Map<String, ArgumentShape> shapes = new LinkedHashMap<>();
    JsonNode properties = schema.path("properties");
    String at = SchemaLessons.under(path, "properties");
    if (!properties.isMissingNode() && !properties.isObject()) {
      lessons.add(at, "an object of schemas by name", properties);
    }
    extent.add(properties.isObject() ? properties.size() : 0, 0);
    for (Map.Entry<String, JsonNode> each : properties.properties()) {
      String name = each.getKey();
      String under = SchemaLessons.under(at, name);
      if (name.isBlank()
          || Text.length(name) > MAX_NAME
          || name.codePoints().anyMatch(Printable::isHidden)) {
        lessons.add(under, "a name of 1 to " + MAX_NAME + " characters that can be seen", "others");
      }
      shapes.put(name, part(under, each.getValue(), level + 1, extent));
    }
    Set<String> required = keywords.required(path, schema, shapes.keySet());
    Map<String, ObjectShape.Field> fields = new LinkedHashMap<>();
    shapes.forEach((name, shape) ->
        fields.put(
            name, new ObjectShape.Field(name, fields.size(), required.contains(name), shape)));
    return ObjectShape.of(fields, others(path, schema, level, extent));
  }

  /// An object is closed unless it says otherwise, and whoever reads the schema sees that it is.
  private @Nullable ArgumentShape others(String path, ObjectNode schema, int level, Extent extent) {
    JsonNode others = schema.path(OTHERS);
    if (others.isMissingNode()) {
      if (!path.isEmpty() && !schema.has("properties")) {
        lessons.add(path, "properties, or " + OTHERS + ": true for any fields", "neither");
      }
      schema.put(OTHERS, false);
      return null;
    }
    return others.isBoolean() && !others.booleanValue()
        ? null
        : part(SchemaLessons.under(path, OTHERS), others, level + 1, extent);
  }

  private ArgumentShape reference(String path, ObjectNode schema, int level, Extent extent) {
    for (String keyword : schema.propertyNames()) {
      if (!keyword.equals(REF) && !SchemaKeywords.ANNOTATIONS.contains(keyword)) {
        lessons.add(
            SchemaLessons.under(path, keyword),
            "no more than a title, description, default or examples beside a $ref",
            "the keyword " + keyword);
      }
    }
    String at = SchemaLessons.under(path, REF);
    String reference = schema.path(REF).asString("");
    String name =
        reference.startsWith(TO_A_DEFINITION)
            ? reference.substring(TO_A_DEFINITION.length()).replace("~1", "/").replace("~0", "~")
            : "";
    if (!root.path(DEFS).has(name)) {
      String nearest = Nearest.of(name, root.path(DEFS).propertyNames());
      lessons.add(
          new SchemaLesson(
              at,
              "a $ref to a part of this schema, " + TO_A_DEFINITION + "<name>",
              Text.brief(schema.path(REF).toString(), MAX_NAME),
              nearest == null ? null : TO_A_DEFINITION + nearest));
      return PlainShape.ANY;
    }
    if (open.contains(name)) {
      lessons.add(at, "a $ref that does not lead back to where it stands", reference);
      return PlainShape.ANY;
    }
    Definition definition = definition(name);
    extent.add(definition.extent.fields, definition.extent.bytes);
    int levels = level - 1 + definition.extent.levels;
    extent.levels = Math.max(extent.levels, levels);
    if (levels > MAX_LEVELS) {
      lessons.add(at, "at most " + MAX_LEVELS + " levels", levels + " with what it refers to");
    }
    return definition.shape;
  }

  private Definition definition(String name) {
    Definition known = read.get(name);
    if (known != null) {
      return known;
    }
    open.add(name);
    Extent extent = new Extent();
    JsonNode node = root.path(DEFS).path(name);
    String path = SchemaLessons.under("/$defs", name);
    Definition definition = new Definition(part(path, node, 1, extent), extent);
    extent.add(0, Json.bytes(node).length);
    open.remove(name);
    read.put(name, definition);
    return definition;
  }
}
