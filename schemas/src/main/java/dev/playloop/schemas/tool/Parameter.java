package dev.playloop.schemas.tool;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.argument.ArgumentWords;
import dev.playloop.schemas.argument.Numbers;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall.Invalid;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// One parameter of a tool: its JSON Schema, and the check of a value against it. No coercion: a
/// number in quotes is no number.
record Parameter(
    String name,
    boolean required,
    Constraints constraints,
    @Nullable Parameter element,
    List<Parameter> fields,
    @Nullable String description) {

  static Parameter of(RecordComponent component) {
    Describe describe = component.getAnnotation(Describe.class);
    JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
    return of(
        named == null ? component.getName() : named.value(),
        component.getAnnotatedType(),
        describe == null ? null : describe.value());
  }

  private static Parameter of(String name, AnnotatedType annotated, @Nullable String description) {
    boolean required = !annotated.isAnnotationPresent(Nullable.class);
    Constraints constraints = Constraints.of(name, annotated);
    Parameter element = null;
    List<Parameter> fields = List.of();
    if (constraints.kind() == ValueKind.LIST) {
      AnnotatedType one =
          ((AnnotatedParameterizedType) annotated).getAnnotatedActualTypeArguments()[0];
      element = of(name + "[]", one, null);
    } else if (constraints.kind() == ValueKind.OBJECT) {
      fields =
          Arrays.stream(ValueKind.raw(annotated).getRecordComponents()).map(Parameter::of).toList();
    }
    return new Parameter(name, required, constraints, element, fields, description);
  }

  private ValueKind kind() {
    return constraints.kind();
  }

  /// Whether equal values are written alike, once they are [#settled].
  boolean hasOneForm() {
    return kind() == ValueKind.TEXT || kind() == ValueKind.INTEGER;
  }

  ObjectNode schema() {
    ObjectNode schema = Json.NODES.objectNode();
    if (kind() != ValueKind.ANY) {
      schema.put("type", kind().type());
    }
    if (description != null) {
      schema.put("description", description);
    }
    constraints.describe(schema);
    if (element != null) {
      schema.set("items", element.schema());
    }
    if (kind() == ValueKind.OBJECT) {
      describe(fields, schema);
    }
    return schema;
  }

  /// Adds `properties`, `required` and `additionalProperties: false` for these parameters.
  static void describe(List<Parameter> parameters, ObjectNode schema) {
    ObjectNode properties = schema.putObject("properties");
    parameters.forEach(p -> properties.set(p.name, p.schema()));
    List<String> required =
        parameters.stream().filter(Parameter::required).map(Parameter::name).toList();
    required.forEach(schema.putArray("required")::add);
    schema.put("additionalProperties", false);
  }

  /// Checks an object against parameters; null when it fits.
  static @Nullable Invalid checkObject(String path, JsonNode object, List<Parameter> parameters) {
    String prefix = path.isEmpty() ? "" : path + ".";
    for (String given : object.propertyNames()) {
      if (parameters.stream().noneMatch(p -> p.name.equals(given))) {
        List<String> names = parameters.stream().map(Parameter::name).toList();
        return new Invalid(
            prefix + given,
            ArgumentWords.parameters(names),
            ArgumentWords.UNKNOWN,
            Nearest.of(given, names));
      }
    }
    for (Parameter parameter : parameters) {
      JsonNode value = object.get(parameter.name);
      if (value == null || value.isNull()) {
        // A null is JSON, where any will do.
        if (parameter.required && (value == null || parameter.kind() != ValueKind.ANY)) {
          return new Invalid(
              prefix + parameter.name,
              parameter.constraints.expected(),
              ArgumentWords.NOTHING,
              null);
        }
        continue;
      }
      Invalid invalid = parameter.check(prefix + parameter.name, value);
      if (invalid != null) {
        return invalid;
      }
    }
    return null;
  }

  private @Nullable Invalid check(String path, JsonNode value) {
    Invalid invalid = constraints.check(path, value);
    if (invalid != null) {
      return invalid;
    }
    if (element != null) {
      for (int i = 0; i < value.size(); i++) {
        invalid = element.check(path + "[" + i + "]", value.get(i));
        if (invalid != null) {
          return invalid;
        }
      }
    }
    return kind() == ValueKind.OBJECT ? checkObject(path, value, fields) : null;
  }

  /// An object that was checked, its whole numbers written as such.
  static ObjectNode settled(JsonNode object, List<Parameter> parameters) {
    ObjectNode settled = Json.NODES.objectNode();
    for (Map.Entry<String, JsonNode> given : object.properties()) {
      for (Parameter parameter : parameters) {
        if (parameter.name.equals(given.getKey())) {
          settled.set(given.getKey(), parameter.settled(given.getValue()));
        }
      }
    }
    return settled;
  }

  private JsonNode settled(JsonNode value) {
    if (value.isNull()) {
      return value;
    }
    return switch (kind()) {
      case INTEGER ->
          value.isIntegralNumber() ? value : Json.NODES.numberNode(Numbers.whole(value));
      case LIST -> {
        ArrayNode list = Json.NODES.arrayNode();
        value.forEach(one -> list.add(element == null ? one : element.settled(one)));
        yield list;
      }
      case OBJECT -> settled(value, fields);
      case TEXT, NUMBER, BOOLEAN, ANY -> value;
    };
  }
}
