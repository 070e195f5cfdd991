package dev.playloop.schemas.seal;

import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The same control with one leaf changed; all but its signature.
record OtherTrees(JsonNode signed) {
  List<JsonNode> all() {
    return leaves("").filter(path -> !path.equals("/author/signature")).map(this::changed).toList();
  }

  private Stream<String> leaves(String path) {
    JsonNode at = signed.at(path);
    if (at.isObject()) {
      return at.propertyNames().stream().flatMap(name -> leaves(path + "/" + name));
    }
    if (at.isArray()) {
      return IntStream.range(0, at.size()).boxed().flatMap(i -> leaves(path + "/" + i));
    }
    return Stream.of(path);
  }

  private JsonNode changed(String path) {
    JsonNode copy = signed.deepCopy();
    int slash = path.lastIndexOf('/');
    JsonNode parent = copy.at(path.substring(0, slash));
    String name = path.substring(slash + 1);
    JsonNode other = other(name, signed.at(path));
    if (parent instanceof ObjectNode object) {
      object.set(name, other);
    } else {
      ((ArrayNode) parent).set(Integer.parseInt(name), other);
    }
    return copy;
  }

  private static JsonNode other(String name, JsonNode leaf) {
    if (leaf.isNumber()) {
      return Json.NODES.numberNode(leaf.asInt() + 1);
    }
    if (leaf.isBoolean()) {
      return Json.NODES.booleanNode(!leaf.asBoolean());
    }
    String text = leaf.asString();
    return Json.NODES.stringNode(
        switch (name) {
          case "type" -> text.equals("pause") ? "resume" : "pause";
          case "at", "until" -> Instant.parse(text).plusNanos(1).toString();
          case "agent" -> "tally/bob";
          case "action" -> text.substring(0, text.length() - 1) + "2";
          default -> text + "x";
        });
  }
}
