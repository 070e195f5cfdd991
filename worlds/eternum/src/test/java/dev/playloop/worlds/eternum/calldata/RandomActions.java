package dev.playloop.worlds.eternum.calldata;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.eternum.model.EternumWorld;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Good calls of all actions, made from what their schemas allow: the edges of each range as often
/// as what lies between.
final class RandomActions {
  record Given(String tool, ObjectNode args) {}

  private static final BigInteger U64 = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final BigInteger U128 = BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);
  private static final String LETTERS =
      "ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ 0123456789!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

  private final Random random;
  private final List<ToolSpec<?>> specs = new EternumWorld().dispatched().specs();

  RandomActions(long seed) {
    this.random = new Random(seed);
  }

  Given next() {
    ToolSpec<?> spec = specs.get(random.nextInt(specs.size()));
    ObjectNode args = (ObjectNode) object(Json.tree(spec.declaration().parameters().text()));
    kept(spec.name(), args);
    return new Given(spec.name(), args);
  }

  /// What no schema says, and the rules ask.
  private void kept(String tool, ObjectNode args) {
    switch (tool) {
      case "send_resources" -> differ(args, "recipientEntityId", "senderEntityId");
      case "pickup_resources" -> differ(args, "recipientEntityId", "ownerEntityId");
      case "swap_explorer_to_explorer" -> differ(args, "toExplorerId", "fromExplorerId");
      case "attack_explorer" -> differ(args, "defenderId", "aggressorId");
      case "add_to_explorer" -> args.put("amount", String.valueOf(1 + random.nextInt(1_000_000)));
      case "accept_order" -> args.put("takerId", 1 + random.nextInt(100));
      case "create_order" -> {
        args.put("makerGivesMinResourceAmount", amount(U64));
        args.put("takerPaysMinResourceAmount", amount(U64));
      }
      case "explore" -> one((ArrayNode) args.path("directions"));
      case "move_explorer" -> {
        if (args.path("explore").asBoolean()) {
          one((ArrayNode) args.path("directions"));
        }
      }
      default -> {}
    }
  }

  private static void one(ArrayNode list) {
    while (list.size() > 1) {
      list.remove(1);
    }
  }

  private static void differ(ObjectNode args, String one, String other) {
    if (args.path(one).asLong() == args.path(other).asLong()) {
      args.put(one, args.path(one).asLong() == 1 ? 2 : 1);
    }
  }

  private JsonNode object(JsonNode schema) {
    ObjectNode object = Json.NODES.objectNode();
    List<String> required = schema.path("required").valueStream().map(JsonNode::asString).toList();
    schema
        .path("properties")
        .properties()
        .forEach(each -> {
          if (required.contains(each.getKey()) || random.nextBoolean()) {
            object.set(each.getKey(), value(each.getKey(), each.getValue()));
          }
        });
    return object;
  }

  private JsonNode value(String name, JsonNode schema) {
    return switch (schema.path("type").asString("")) {
      case "integer" ->
          Json.NODES.numberNode(
              within(schema.path("minimum").asLong(), schema.path("maximum").asLong()));
      case "boolean" -> Json.NODES.booleanNode(random.nextBoolean());
      case "array" -> list(schema);
      case "object" -> object(schema);
      default -> Json.NODES.stringNode(text(name, schema));
    };
  }

  private ArrayNode list(JsonNode schema) {
    ArrayNode list = Json.NODES.arrayNode();
    int size = (int) within(schema.path("minItems").asLong(), schema.path("maxItems").asLong());
    boolean tuples = schema.path("items").path("type").asString("").equals("object");
    List<String> resources = tuples ? resources(schema.path("items")) : List.of();
    for (int i = 0; i < (tuples ? Math.min(size, resources.size()) : size); i++) {
      JsonNode element = value("", schema.path("items"));
      if (tuples) {
        ((ObjectNode) element).put(element.propertyNames().iterator().next(), resources.get(i));
      }
      list.add(element);
    }
    return list;
  }

  private List<String> resources(JsonNode tuple) {
    JsonNode first = tuple.path("properties").properties().iterator().next().getValue();
    List<String> names =
        new ArrayList<>(first.path("enum").valueStream().map(JsonNode::asString).toList());
    if (tuple.path("properties").has("lordsAmount")) {
      names.remove("Lords");
    }
    Collections.shuffle(names, random);
    return names;
  }

  private String text(String name, JsonNode schema) {
    JsonNode values = schema.path("enum");
    if (!values.isEmpty()) {
      String chosen = values.get(random.nextInt(values.size())).asString();
      return name.equals("resourceType") && chosen.equals("Lords") ? "Wood" : chosen;
    }
    String pattern = schema.path("pattern").asString("");
    if (pattern.contains("0x")) {
      return "0x" + BigInteger.ONE.add(new BigInteger(250, random)).toString(16);
    }
    if (pattern.contains("\\.")) {
      return amount(U128);
    }
    return name.equals("shares")
        ? BigInteger.ONE.add(new BigInteger(127, random)).toString()
        : word();
  }

  private String amount(BigInteger most) {
    BigInteger raw =
        switch (random.nextInt(4)) {
          case 0 -> most;
          case 1 -> BigInteger.ONE;
          case 2 ->
              BigInteger.valueOf(1 + random.nextInt(100))
                  .multiply(BigInteger.valueOf(1_000_000_000));
          default -> BigInteger.ONE.add(new BigInteger(most.bitLength() - 1, random));
        };
    BigDecimal units = new BigDecimal(raw, 9);
    return random.nextBoolean()
        ? units.toPlainString()
        : units.stripTrailingZeros().toPlainString();
  }

  /// A letter first that is no digit of any base, so that nobody takes it for a number.
  private String word() {
    StringBuilder word = new StringBuilder("g");
    for (int i = random.nextInt(31); i > 0; i--) {
      word.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return word.toString();
  }

  private long within(long least, long most) {
    return switch (random.nextInt(4)) {
      case 0 -> least;
      case 1 -> most;
      default -> least + (long) (random.nextDouble() * (most - least));
    };
  }
}
