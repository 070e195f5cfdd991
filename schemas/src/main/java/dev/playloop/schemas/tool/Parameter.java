package dev.playloop.schemas.tool;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall.Invalid;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
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
    Kind kind,
    @Nullable Parameter element,
    List<Parameter> fields,
    @Nullable String description,
    @Nullable Bounds bounds,
    List<String> oneOf) {

  enum Kind {
    TEXT("string", "a text"),
    INTEGER("integer", "a whole number"),
    NUMBER("number", "a number"),
    BOOLEAN("boolean", "true or false"),
    LIST("array", "a list"),
    OBJECT("object", "an object"),
    ANY("", "any JSON");

    private final String type;
    private final String words;

    Kind(String type, String words) {
      this.type = type;
      this.words = words;
    }
  }

  static Parameter of(RecordComponent component) {
    Describe describe = component.getAnnotation(Describe.class);
    OneOf oneOf = component.getAnnotation(OneOf.class);
    if (oneOf != null) {
      checkChoice(component, oneOf);
    }
    JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
    return of(
        named == null ? component.getName() : named.value(),
        component.getAnnotatedType(),
        describe == null ? null : describe.value(),
        component.getAnnotation(Bounds.class),
        oneOf == null ? List.of() : List.of(oneOf.value()));
  }

  private static Parameter of(
      String name,
      AnnotatedType annotated,
      @Nullable String description,
      @Nullable Bounds bounds,
      List<String> oneOf) {
    boolean required = !annotated.isAnnotationPresent(Nullable.class);
    Type type = annotated.getType();
    Class<?> raw =
        type instanceof ParameterizedType generic
            ? (Class<?>) generic.getRawType()
            : (Class<?>) type;
    Parameter element = null;
    List<Parameter> fields = List.of();
    Kind kind;
    if (raw == String.class) {
      kind = Kind.TEXT;
    } else if (raw.isEnum()) {
      kind = Kind.TEXT;
      oneOf = java.util.Arrays.stream(raw.getEnumConstants()).map(Object::toString).toList();
    } else if (raw == int.class || raw == Integer.class || raw == long.class || raw == Long.class) {
      kind = Kind.INTEGER;
    } else if (raw == double.class || raw == Double.class || raw == java.math.BigDecimal.class) {
      kind = Kind.NUMBER;
    } else if (raw == boolean.class || raw == Boolean.class) {
      kind = Kind.BOOLEAN;
    } else if (raw == List.class) {
      kind = Kind.LIST;
      element =
          of(
              name + "[]",
              ((AnnotatedParameterizedType) annotated).getAnnotatedActualTypeArguments()[0],
              null,
              null,
              List.of());
    } else if (raw.isRecord()) {
      kind = Kind.OBJECT;
      fields = java.util.Arrays.stream(raw.getRecordComponents()).map(Parameter::of).toList();
    } else if (raw == JsonNode.class) {
      kind = Kind.ANY;
    } else {
      throw new IllegalArgumentException(
          "tool parameter " + name + " has type " + raw.getName() + ", which has no JSON Schema");
    }
    return new Parameter(name, required, kind, element, fields, description, bounds, oneOf);
  }

  /// What only the author of a tool can have got wrong, and nobody would see: a choice that is
  /// never looked at, or that nothing fits.
  private static void checkChoice(RecordComponent component, OneOf oneOf) {
    if (component.getType() != String.class) {
      throw new IllegalArgumentException(
          "@OneOf stands on " + component + ", and is for texts only; an enum needs none");
    }
    List<String> values = List.of(oneOf.value());
    if (values.isEmpty() || values.stream().distinct().count() < values.size()) {
      throw new IllegalArgumentException(
          "@OneOf on " + component + " needs one value or more, each once");
    }
  }

  ObjectNode schema() {
    ObjectNode schema = Json.NODES.objectNode();
    if (kind != Kind.ANY) {
      schema.put("type", kind.type);
    }
    if (description != null) {
      schema.put("description", description);
    }
    if (!oneOf.isEmpty()) {
      oneOf.forEach(schema.putArray("enum")::add);
    }
    if (bounds != null) {
      switch (kind) {
        case INTEGER, NUMBER -> schema.put("minimum", bounds.min()).put("maximum", bounds.max());
        case TEXT -> schema.put("minLength", bounds.min()).put("maxLength", bounds.max());
        case LIST -> schema.put("minItems", bounds.min()).put("maxItems", bounds.max());
        case BOOLEAN, OBJECT, ANY -> throw new IllegalArgumentException(name + " takes no bounds");
      }
    }
    if (element != null) {
      schema.set("items", element.schema());
    }
    if (kind == Kind.OBJECT) {
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
            names.isEmpty() ? "no parameters" : "one of the parameters " + String.join(", ", names),
            "an unknown parameter",
            Nearest.of(given, names));
      }
    }
    for (Parameter parameter : parameters) {
      JsonNode value = object.get(parameter.name);
      if (value == null || value.isNull()) {
        // A null is JSON, where any will do.
        if (parameter.required && (value == null || parameter.kind != Kind.ANY)) {
          return new Invalid(prefix + parameter.name, parameter.expected(), "nothing", null);
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
    boolean fits =
        switch (kind) {
          case TEXT -> value.isString();
          case INTEGER -> Numbers.whole(value) != null;
          case NUMBER -> Numbers.of(value) != null;
          case BOOLEAN -> value.isBoolean();
          case LIST -> value.isArray();
          case OBJECT -> value.isObject();
          case ANY -> true;
        };
    if (!fits) {
      // What models do most: a structure where its text is meant.
      boolean structure = kind == Kind.TEXT && oneOf.isEmpty() && value.isContainer();
      String how = structure ? " (send the JSON as one string: \"{\\\"a\\\":1}\")" : "";
      return new Invalid(path, expected() + how, got(value), null);
    }
    if (!oneOf.isEmpty() && !oneOf.contains(value.asString())) {
      return new Invalid(path, expected(), got(value), Nearest.of(value.asString(), oneOf));
    }
    if (bounds != null) {
      boolean inside =
          switch (kind) {
            case INTEGER, NUMBER -> Numbers.within(value, bounds);
            case TEXT -> within(Text.length(value.asString()));
            case LIST -> within(value.size());
            case BOOLEAN, OBJECT, ANY -> true;
          };
      if (!inside) {
        return new Invalid(path, expected(), got(value), null);
      }
    }
    if (element != null) {
      for (int i = 0; i < value.size(); i++) {
        Invalid invalid = element.check(path + "[" + i + "]", value.get(i));
        if (invalid != null) {
          return invalid;
        }
      }
    }
    return kind == Kind.OBJECT ? checkObject(path, value, fields) : null;
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
    return switch (kind) {
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

  private boolean within(long measured) {
    return bounds == null || (measured >= bounds.min() && measured <= bounds.max());
  }

  private String expected() {
    if (!oneOf.isEmpty()) {
      return "one of " + String.join(", ", oneOf);
    }
    if (bounds == null) {
      return kind.words;
    }
    String range = bounds.min() + " to " + bounds.max();
    return switch (kind) {
      case INTEGER, NUMBER -> kind.words + " from " + range;
      case TEXT -> "a text of " + range + " characters";
      case LIST -> "a list of " + range + " elements";
      case BOOLEAN, OBJECT, ANY -> kind.words;
    };
  }

  private static String got(JsonNode value) {
    String text = value.toString();
    return Text.length(text) <= 60
        ? text
        : Text.brief(text, 60) + " (" + Text.length(text) + " characters)";
  }
}
