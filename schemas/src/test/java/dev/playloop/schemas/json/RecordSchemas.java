package dev.playloop.schemas.json;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.Conditions;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.space.Tiles;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes JSON Schema 2020-12 for our records, from their components and annotations. With `strict`
/// unknown fields are refused, as in files; without it they are tolerated, as on topics. One object
/// writes one schema document.
final class RecordSchemas {
  private final boolean strict;
  private final Map<Class<?>, ObjectNode> special;
  private final Map<String, ObjectNode> definitions = new TreeMap<>();

  private RecordSchemas(boolean strict, Map<Class<?>, ObjectNode> special) {
    this.strict = strict;
    this.special = special;
  }

  /// The document for values of `type`; `special` gives the schema of types that read themselves.
  static ObjectNode document(
      String name, Class<?> type, boolean strict, Map<Class<?>, ObjectNode> special) {
    return new RecordSchemas(strict, special).finish(name, type, false);
  }

  /// The document for a list of `type`.
  static ObjectNode listDocument(String name, Class<?> type, Map<Class<?>, ObjectNode> special) {
    return new RecordSchemas(true, special).finish(name, type, true);
  }

  private ObjectNode finish(String name, Class<?> type, boolean list) {
    ObjectNode root = schema(type);
    ObjectNode document = Json.NODES.objectNode();
    document.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    document.put("$id", "urn:playloop:schema:" + name);
    document.put("title", name);
    if (list) {
      document.put("type", "array").set("items", root);
    } else {
      document.setAll(root);
    }
    ObjectNode all = document.putObject("$defs");
    definitions.forEach(all::set);
    return document;
  }

  private ObjectNode schema(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      ObjectNode container = Json.NODES.objectNode();
      return generic.getRawType() == Map.class
          ? container.put("type", "object").set("additionalProperties", schema(last))
          : container.put("type", "array").set("items", schema(last));
    }
    return schema((Class<?>) type);
  }

  private ObjectNode schema(Class<?> type) {
    ObjectNode schema = Json.NODES.objectNode();
    if (special.containsKey(type)) {
      return special.get(type).deepCopy();
    } else if (type == String.class) {
      return schema.put("type", "string");
    } else if (Set.of(int.class, long.class, Integer.class, Long.class).contains(type)) {
      return schema.put("type", "integer");
    } else if (Set.of(double.class, Double.class, BigDecimal.class).contains(type)) {
      return schema.put("type", "number");
    } else if (type == Tiles.class) {
      return schema.put("type", "number").put("minimum", -Tiles.MOST).put("maximum", Tiles.MOST);
    } else if (type == boolean.class || type == Boolean.class) {
      return schema.put("type", "boolean");
    } else if (type == Instant.class) {
      return schema.put("type", "string").put("format", "date-time");
    } else if (type == Duration.class) {
      return schema.put("type", "string").put("pattern", "^-?P");
    } else if (type == ObjectNode.class) {
      return schema.put("type", "object");
    } else if (JsonNode.class.isAssignableFrom(type) || type == RawJson.class) {
      return schema;
    } else if (type == Conditions.class) {
      return RuleSchemas.conditions();
    } else if (type == ApprovalRule.class) {
      return RuleSchemas.orTool(reference(type));
    } else if (type.isEnum()) {
      var names = schema.putArray("enum");
      Arrays.stream(type.getEnumConstants())
          .forEach(c -> names.add(Json.LOG.<JsonNode>valueToTree(c)));
      return schema;
    } else if (isText(type)) {
      schema.put("type", "string");
      return type == AgentId.class ? schema.put("pattern", "^" + AgentId.REGEX + "$") : schema;
    }
    return reference(type);
  }

  private ObjectNode reference(Class<?> type) {
    String name = name(type);
    if (!definitions.containsKey(name)) {
      definitions.put(name, Json.NODES.objectNode());
      definitions.put(name, type.isSealed() ? variants(type) : object(type, Map.of()));
      if (type == ApprovalRule.class) {
        RuleSchemas.expiry(definitions.get(name));
      }
    }
    return Json.NODES.objectNode().put("$ref", "#/$defs/" + name);
  }

  private ObjectNode variants(Class<?> type) {
    String property = type.getAnnotation(JsonTypeInfo.class).property();
    ObjectNode schema = Json.NODES.objectNode();
    var oneOf = schema.putArray("oneOf");
    for (JsonSubTypes.Type variant : type.getAnnotation(JsonSubTypes.class).value()) {
      ObjectNode tag = Json.NODES.objectNode().put("const", variant.name());
      oneOf.add(object(variant.value(), Map.of(property, tag)));
    }
    return schema;
  }

  private ObjectNode object(Class<?> type, Map<String, ObjectNode> before) {
    ObjectNode schema = Json.NODES.objectNode().put("type", "object");
    Map<String, ObjectNode> properties = new LinkedHashMap<>(before);
    List<String> required = new java.util.ArrayList<>(before.keySet());
    for (RecordComponent component : type.getRecordComponents()) {
      properties.put(component.getName(), property(component));
      if (Required.isRequired(component)) {
        required.add(component.getName());
      }
    }
    ObjectNode all = schema.putObject("properties");
    properties.forEach(all::set);
    required.forEach(schema.putArray("required")::add);
    ExactlyOne one = type.getAnnotation(ExactlyOne.class);
    if (one != null) {
      var choices = schema.putArray("oneOf");
      for (String field : one.value()) {
        choices.addObject().putArray("required").add(field);
      }
    }
    if (strict) {
      schema.put("additionalProperties", false);
    }
    return schema;
  }

  private ObjectNode property(RecordComponent component) {
    ObjectNode schema = schema(component.getGenericType());
    Describe describe = component.getAnnotation(Describe.class);
    if (describe != null) {
      schema.put("description", describe.value());
    }
    Matches matches = component.getAnnotation(Matches.class);
    if (matches != null) {
      schema.put("pattern", "^" + matches.value() + "$");
    }
    Bounds bounds = component.getAnnotation(Bounds.class);
    if (bounds != null) {
      boolean text = schema.path("type").asString().equals("string");
      schema.put(text ? "minLength" : "minimum", bounds.min());
      schema.put(text ? "maxLength" : "maximum", bounds.max());
    }
    Default byDefault = component.getAnnotation(Default.class);
    if (byDefault != null && !byDefault.value().isEmpty()) {
      schema.set("default", Json.tree(byDefault.value()));
    }
    return schema;
  }

  private static boolean isText(Class<?> type) {
    return type.isRecord()
        && Arrays.stream(type.getDeclaredMethods())
            .anyMatch(m -> m.isAnnotationPresent(JsonValue.class));
  }

  private static String name(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return outer == null ? type.getSimpleName() : name(outer) + "." + type.getSimpleName();
  }
}
