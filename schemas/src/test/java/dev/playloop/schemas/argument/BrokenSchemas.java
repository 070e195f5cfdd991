package dev.playloop.schemas.argument;

import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON that nobody meant: in the place of what stands somewhere in a schema or in arguments.
final class BrokenSchemas {
  private static final List<String> KEYWORDS =
      List.of(
          "type",
          "enum",
          "const",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "minLength",
          "maxLength",
          "pattern",
          "items",
          "minItems",
          "properties",
          "required",
          "additionalProperties",
          "$ref",
          "$defs",
          "$schema",
          "$id",
          "oneOf",
          "format",
          "default",
          "examples",
          "description",
          "tpye");

  private BrokenSchemas() {}

  private static List<JsonNode> poison() {
    return List.of(
        Json.NODES.numberNode(new BigDecimal("1E+2147483647")),
        Json.NODES.numberNode(new BigDecimal("1E-2147483647")),
        Json.NODES.numberNode(BigInteger.TWO.pow(5_000)),
        Json.NODES.numberNode(Double.NaN),
        Json.NODES.numberNode(Float.NEGATIVE_INFINITY),
        Json.NODES.numberNode(Long.MIN_VALUE),
        Json.NODES.numberNode(-1),
        Json.NODES.numberNode(3),
        Json.NODES.stringNode("\ud800"),
        Json.NODES.stringNode(""),
        Json.NODES.stringNode("string"),
        Json.NODES.stringNode("(a+)+$"),
        Json.NODES.stringNode("((a{100}){100}){100}"),
        Json.NODES.stringNode("(".repeat(900)),
        Json.NODES.stringNode("#/$defs/d1"),
        Json.NODES.stringNode("#"),
        Json.NODES.stringNode("x".repeat(3_000)),
        Json.NODES.nullNode(),
        Json.NODES.booleanNode(true),
        Json.NODES.booleanNode(false),
        Json.NODES.arrayNode(),
        Json.NODES.arrayNode().add("to").add("x"),
        Json.NODES.objectNode(),
        Json.NODES.objectNode().put("type", "string"),
        deep());
  }

  private static JsonNode deep() {
    ObjectNode deep = Json.NODES.objectNode();
    ObjectNode at = deep;
    for (int i = 0; i < 90; i++) {
      at = at.put("type", "object").putObject("properties").putObject("x");
    }
    return deep;
  }

  /// Changes one to three places of what it is given.
  static void breakUp(ObjectNode json, Random random) {
    List<JsonNode> poison = poison();
    for (int places = 1 + random.nextInt(3); places > 0; places--) {
      List<JsonNode> containers = new ArrayList<>();
      collect(json, containers);
      JsonNode by = poison.get(random.nextInt(poison.size())).deepCopy();
      switch (containers.get(random.nextInt(containers.size()))) {
        case ObjectNode object when object.isEmpty() || random.nextBoolean() ->
            object.set(KEYWORDS.get(random.nextInt(KEYWORDS.size())), by);
        case ObjectNode object -> {
          List<String> names = List.copyOf(object.propertyNames());
          object.set(names.get(random.nextInt(names.size())), by);
        }
        case ArrayNode array when !array.isEmpty() -> array.set(random.nextInt(array.size()), by);
        case ArrayNode array -> array.add(by);
        default -> throw new IllegalStateException("containers only");
      }
    }
  }

  private static void collect(JsonNode node, List<JsonNode> into) {
    if (node.isContainer()) {
      into.add(node);
      node.forEach(each -> collect(each, into));
    }
  }
}
