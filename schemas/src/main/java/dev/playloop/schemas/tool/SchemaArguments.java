package dev.playloop.schemas.tool;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.path.NodePath;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall.Invalid;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Arguments that are declared by a JSON Schema (2020-12) from outside: an object's, of at most
/// [#MAX_BYTES], that [ForeignSchema] takes. What fits is the library's to say; what doesn't is
/// taught in the words of [Constraints]. Immutable.
final class SchemaArguments implements Arguments<SchemaTool> {
  static final int MAX_BYTES = 64 * 1024;

  /// What [SchemaWords] has words for.
  private static final Set<String> TAUGHT =
      Set.of(
          "type",
          "enum",
          "minimum",
          "maximum",
          "minLength",
          "maxLength",
          "pattern",
          "minItems",
          "maxItems");

  private final String name;
  private final ObjectNode json;
  private final Schema schema;

  /// Throws [InvalidValueException] that names what is wrong with the schema.
  SchemaArguments(String name, JsonNode declared) {
    this.name = name;
    if (!(declared instanceof ObjectNode object) || !"object".equals(text(declared, "type"))) {
      throw new InvalidValueException(
          name + ".parameters.type", "object", Text.brief(declared.path("type").toString(), 60));
    }
    int bytes = Json.bytes(declared).length;
    if (bytes > MAX_BYTES) {
      throw new InvalidValueException(
          name + ".parameters", "at most " + MAX_BYTES + " bytes", bytes + " bytes");
    }
    this.json = object.deepCopy();
    if (!json.has("additionalProperties")) {
      json.put("additionalProperties", false);
    }
    this.schema = ForeignSchema.compiled(name, json);
  }

  @Override
  public ObjectNode schema() {
    return json.deepCopy();
  }

  @Override
  public @Nullable Invalid misfit(JsonNode object) {
    List<Error> errors = schema.validate(present(object));
    Error worst = null;
    for (Error error : errors) {
      if (worst == null || rank(error) < rank(worst)) {
        worst = error;
      }
    }
    return worst == null ? null : taught(worst, object);
  }

  /// A misspelt name says more than what is missing for it.
  private static int rank(Error error) {
    return switch (error.getKeyword()) {
      case "additionalProperties" -> 0;
      case "required" -> 1;
      default -> 2;
    };
  }

  private Invalid taught(Error error, JsonNode object) {
    NodePath path = error.getInstanceLocation();
    StringBuilder field = new StringBuilder();
    JsonNode at = json;
    JsonNode value = object;
    for (int i = 0; i < path.getNameCount(); i++) {
      if (path.getElement(i) instanceof Integer index) {
        field.append('[').append(index).append(']');
        at = at.path("items");
        value = value.path(index);
      } else {
        String step = path.getName(i);
        field.append(field.isEmpty() ? "" : ".").append(step);
        at = at.path("properties").path(step);
        value = value.path(step);
      }
    }
    String property = error.getProperty();
    String inner = field + (field.isEmpty() ? "" : ".") + property;
    if (error.getKeyword().equals("required") && property != null) {
      JsonNode missing = at.path("properties").path(property);
      return new Invalid(inner, SchemaWords.expected(missing, "a value"), "nothing", null);
    }
    if (error.getKeyword().equals("additionalProperties") && property != null) {
      List<String> names = List.copyOf(at.path("properties").propertyNames());
      return new Invalid(
          inner, SchemaWords.oneOf(names), "an unknown parameter", Nearest.of(property, names));
    }
    String otherwise = Text.brief(error.getMessage(), 200);
    String expected =
        TAUGHT.contains(error.getKeyword()) ? SchemaWords.expected(at, otherwise) : otherwise;
    String nearest =
        value.isString() ? Nearest.of(value.stringValue(), SchemaWords.choices(at)) : null;
    return new Invalid(
        field.isEmpty() ? "arguments" : field.toString(),
        expected,
        Text.brief(value.toString(), 60),
        nearest);
  }

  /// A null stands for a parameter that is left out, where none is asked for.
  private ObjectNode present(JsonNode object) {
    ObjectNode present = Json.NODES.objectNode();
    for (Map.Entry<String, JsonNode> given : object.properties()) {
      JsonNode declared = json.path("properties").path(given.getKey());
      boolean leftOut =
          given.getValue().isNull()
              && declared.path("type").isString()
              && !declared.path("type").stringValue().equals("null");
      if (!leftOut) {
        present.set(given.getKey(), given.getValue());
      }
    }
    return present;
  }

  @Override
  public ObjectNode settled(JsonNode object) {
    return (ObjectNode) settled(present(object), json);
  }

  private static JsonNode settled(JsonNode value, JsonNode declared) {
    if (value.isObject()) {
      ObjectNode settled = Json.NODES.objectNode();
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        JsonNode of = declared.path("properties").path(field.getKey());
        settled.set(field.getKey(), settled(field.getValue(), of));
      }
      return settled;
    }
    if (value.isArray()) {
      ArrayNode settled = Json.NODES.arrayNode();
      value.forEach(each -> settled.add(settled(each, declared.path("items"))));
      return settled;
    }
    Long whole = "integer".equals(text(declared, "type")) ? Numbers.whole(value) : null;
    return whole == null || value.isIntegralNumber() ? value : Json.NODES.numberNode(whole);
  }

  @Override
  public SchemaTool read(JsonNode settled) {
    return new SchemaTool(name, settled);
  }

  @Override
  public boolean tellsApart(String parameter) {
    String type = text(json.path("properties").path(parameter), "type");
    boolean required =
        json.path("required").valueStream().anyMatch(n -> n.asString().equals(parameter));
    return required && ("string".equals(type) || "integer".equals(type));
  }

  private static @Nullable String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isString() ? value.stringValue() : null;
  }
}
