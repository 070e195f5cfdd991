package dev.playloop.schemas.argument;

import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Schemas of the subset, drawn from a seed, and arguments that fit them, nearly fit, or don't.
final class FuzzedArguments {
  private static final List<String> NAMES =
      List.of(
          "to", "amount", "item", "x", "y", "note", "$id", "$ref", "type", "a.b", "a/b", "~t", "ü");
  private static final List<String> TYPES =
      List.of("string", "integer", "boolean", "null", "array", "number");
  private static final List<String> PATTERNS =
      List.of(
          "^[a-z]+$",
          "a",
          "^0x[0-9a-f]{1,4}$",
          "(?:ab|c)*d",
          "[0-9]{2,3}",
          "^.{2}$",
          "\\d+\\.\\d*",
          "x*");
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "food",
          "0x1f",
          "abcd",
          "12",
          "1.5",
          "\ud83d\ude00\ud83d\ude00",
          "ABC",
          "Food",
          "fod");
  private static final List<String> NUMBERS =
      List.of(
          "0", "1", "1.0", "1e1", "-3", "2.5", "7", "100", "0.1", "10", "-0", "1e-300", "20.00");

  private final Random random;
  private int levels;

  FuzzedArguments(Random random) {
    this.random = random;
  }

  /// Each definition refers only to those before it.
  ObjectNode schema() {
    ObjectNode root = Json.NODES.objectNode().put("type", "object");
    ObjectNode definitions = Json.NODES.objectNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      definitions.set("d" + i, part(definitions));
    }
    fields(root, definitions);
    if (!definitions.isEmpty()) {
      root.set("$defs", definitions);
    }
    return root;
  }

  private JsonNode part(ObjectNode definitions) {
    levels++;
    try {
      ObjectNode part = Json.NODES.objectNode();
      if (chance(3)) {
        part.put("description", "what");
      }
      switch (random.nextInt(levels > 3 ? 8 : 11)) {
        case 0, 1 -> text(part.put("type", "string"));
        case 2 -> numbers(part.put("type", "integer"));
        case 3 -> numbers(part.put("type", "number"));
        case 4 -> choices(part);
        case 5 -> part.put("type", chance(2) ? "boolean" : "null");
        case 6 -> {
          if (definitions.isEmpty()) {
            return chance(2) ? Json.NODES.booleanNode(true) : part;
          }
          part.put("$ref", "#/$defs/" + drawn(List.copyOf(definitions.propertyNames())));
        }
        case 7 -> types(part);
        case 8, 9 -> fields(part.put("type", "object"), definitions);
        default -> {
          part.put("type", "array").set("items", part(definitions));
          counts(part, "minItems", "maxItems", 4);
        }
      }
      return part;
    } finally {
      levels--;
    }
  }

  private void fields(ObjectNode part, ObjectNode definitions) {
    ObjectNode properties = Json.NODES.objectNode();
    for (int i = random.nextInt(5); i > 0; i--) {
      properties.set(drawn(NAMES), part(definitions));
    }
    part.set("properties", properties);
    List<String> required = new ArrayList<>(properties.propertyNames());
    required.removeIf(_ -> chance(2));
    if (!required.isEmpty()) {
      required.forEach(part.putArray("required")::add);
    }
    switch (random.nextInt(6)) {
      case 0 -> part.put("additionalProperties", true);
      case 1 -> part.set("additionalProperties", part(definitions));
      case 2 -> part.put("additionalProperties", false);
      default -> {}
    }
  }

  private void text(ObjectNode part) {
    if (chance(3)) {
      part.put("pattern", drawn(PATTERNS)).put("maxLength", 5 + random.nextInt(9));
      return;
    }
    counts(part, "minLength", "maxLength", 6);
  }

  private void counts(ObjectNode part, String least, String most, int bound) {
    int min = random.nextInt(bound);
    if (chance(2)) {
      part.put(least, min);
    }
    if (chance(2)) {
      part.put(most, min + random.nextInt(bound));
    }
  }

  private void numbers(ObjectNode part) {
    BigDecimal min = new BigDecimal(drawn(NUMBERS));
    if (chance(2)) {
      part.put(chance(4) ? "exclusiveMinimum" : "minimum", min);
    }
    if (chance(2)) {
      part.put(chance(4) ? "exclusiveMaximum" : "maximum", min.add(BigDecimal.valueOf(3)));
    }
  }

  private void choices(ObjectNode part) {
    if (chance(4)) {
      part.set("const", scalar());
      return;
    }
    if (chance(2)) {
      part.put("type", "string").putArray("enum").add("food").add("wood").add("ore");
      return;
    }
    ArrayNode values = part.putArray("enum");
    values.add(drawn(TEXTS)).add(true).add(random.nextInt(3)).add(new BigDecimal("2.5"));
    if (chance(2)) {
      values.addNull();
    }
  }

  private void types(ObjectNode part) {
    ArrayNode types = part.putArray("type");
    TYPES.stream().limit(5).filter(_ -> chance(2)).forEach(types::add);
    if (types.isEmpty()) {
      types.add("string").add("null");
    }
  }

  /// Arguments for this schema; most of them nearly fit.
  ObjectNode arguments(ObjectNode root) {
    JsonNode value = value(root, root);
    return value instanceof ObjectNode object ? object : Json.NODES.objectNode();
  }

  private JsonNode value(JsonNode part, ObjectNode root) {
    if (random.nextInt(12) == 0) {
      return any();
    }
    if (part.has("$ref")) {
      return value(root.at(part.get("$ref").asString("").substring(1)), root);
    }
    if (part.has("const")) {
      return part.get("const");
    }
    if (part.has("enum")) {
      return part.get("enum").get(random.nextInt(part.get("enum").size()));
    }
    JsonNode type = part.path("type");
    String of =
        type.isArray() ? type.get(random.nextInt(type.size())).asString("") : type.asString("");
    return switch (of) {
      case "string" -> Json.NODES.stringNode(drawn(TEXTS));
      case "integer", "number" -> number(part);
      case "boolean" -> Json.NODES.booleanNode(chance(2));
      case "null" -> Json.NODES.nullNode();
      case "array" -> {
        ArrayNode list = Json.NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(value(part.path("items"), root));
        }
        yield list;
      }
      case "object" -> object(part, root);
      default -> any();
    };
  }

  private ObjectNode object(JsonNode part, ObjectNode root) {
    ObjectNode object = Json.NODES.objectNode();
    for (String name : part.path("properties").propertyNames()) {
      if (random.nextInt(8) > 0) {
        object.set(name, value(part.path("properties").get(name), root));
      }
    }
    if (random.nextInt(8) == 0) {
      object.set(drawn(NAMES) + (chance(2) ? "" : "s"), any());
    }
    if (part.path("additionalProperties").isObject() && chance(2)) {
      object.set("more", value(part.get("additionalProperties"), root));
    }
    return object;
  }

  private JsonNode number(JsonNode part) {
    JsonNode bound = part.has("minimum") ? part.get("minimum") : part.path("maximum");
    BigDecimal at =
        bound.isNumber() && chance(2) ? bound.decimalValue() : new BigDecimal(drawn(NUMBERS));
    return Json.NODES.numberNode(at);
  }

  private JsonNode scalar() {
    return switch (random.nextInt(4)) {
      case 0 -> Json.NODES.booleanNode(chance(2));
      case 1 -> Json.NODES.nullNode();
      case 2 -> Json.NODES.numberNode(new BigDecimal(drawn(NUMBERS)));
      default -> Json.NODES.stringNode(drawn(TEXTS));
    };
  }

  private JsonNode any() {
    return switch (random.nextInt(8)) {
      case 0 -> Json.NODES.arrayNode().add(1).add("a");
      case 1 -> Json.NODES.objectNode().put(drawn(NAMES), 1);
      case 2 -> Json.NODES.arrayNode();
      case 3 -> Json.NODES.objectNode();
      default -> scalar();
    };
  }

  private boolean chance(int of) {
    return random.nextInt(of) == 0;
  }

  private <T> T drawn(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
