package dev.playloop.proving.fuzz.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.schemas.json.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers of a provider on one of the two wires, valid as far as they are not asked to be broken.
public record Replies(boolean anthropic) {
  public JsonNode plain(String text) {
    ObjectNode reply = Json.NODES.objectNode().put("id", "r-1").put("model", "fuzz");
    if (anthropic) {
      reply.put("type", "message").put("role", "assistant").put("stop_reason", "end_turn");
      reply.putArray("content").addObject().put("type", "text").put("text", text);
      reply.putObject("usage").put("input_tokens", 100).put("output_tokens", 10);
    } else {
      reply.put("object", "chat.completion");
      ObjectNode choice = reply.putArray("choices").addObject().put("index", 0);
      choice.put("finish_reason", "stop");
      choice.putObject("message").put("role", "assistant").put("content", text);
      ObjectNode usage = reply.putObject("usage");
      usage.put("prompt_tokens", 100).put("completion_tokens", 10).put("total_tokens", 110);
      usage.putObject("prompt_tokens_details").put("cached_tokens", 50);
    }
    return reply;
  }

  public JsonNode any(JsonNode tools, Chance chance) {
    return chance.oneIn(2) || tools.isEmpty()
        ? plain("It is well, ada. \ud83d\ude00")
        : call(tools, chance, false);
  }

  /// Calls one or two of the offered tools.
  public JsonNode call(JsonNode tools, Chance chance, boolean broken) {
    ObjectNode reply = (ObjectNode) plain("I act.");
    if (tools.isEmpty()) {
      return reply;
    }
    int calls = chance.oneIn(4) ? 2 : 1;
    for (int i = 0; i < calls; i++) {
      JsonNode tool = tools.get(chance.below(tools.size()));
      JsonNode about = anthropic ? tool : tool.path("function");
      String name = about.path("name").asString("none");
      JsonNode good = valid(about.path(anthropic ? "input_schema" : "parameters"), chance, 0);
      byte[] args = broken ? Breaker.broken(good, chance) : Json.bytes(good);
      add(reply, "call-" + i, broken && chance.oneIn(10) ? name + "\u0430" : name, args);
    }
    return reply;
  }

  /// Calls that one with these arguments, as they are.
  public JsonNode call(String tool, byte[] args) {
    ObjectNode reply = (ObjectNode) plain("I act.");
    add(reply, "call-0", tool, args);
    return reply;
  }

  private void add(ObjectNode reply, String id, String name, byte[] args) {
    String text = new String(args, UTF_8);
    if (anthropic) {
      reply.put("stop_reason", "tool_use");
      ObjectNode use = ((ArrayNode) reply.get("content")).addObject();
      use.put("type", "tool_use").put("id", id).put("name", name);
      use.putRawValue("input", new tools.jackson.databind.util.RawValue(text));
    } else {
      ObjectNode choice = (ObjectNode) reply.get("choices").get(0);
      choice.put("finish_reason", "tool_calls");
      ObjectNode message = (ObjectNode) choice.get("message");
      JsonNode calls = message.get("tool_calls");
      ArrayNode list = calls == null ? message.putArray("tool_calls") : (ArrayNode) calls;
      ObjectNode call = list.addObject().put("id", id).put("type", "function");
      call.putObject("function").put("name", name).put("arguments", text);
    }
  }

  /// A value that fits a tool's schema.
  private static JsonNode valid(JsonNode schema, Chance chance, int depth) {
    JsonNode options = schema.path("enum");
    if (options.isArray() && !options.isEmpty()) {
      return options.get(chance.below(options.size()));
    }
    return switch (schema.path("type").asString("")) {
      case "object" -> {
        ObjectNode object = Json.NODES.objectNode();
        for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
          if (depth < 3) {
            object.set(field.getKey(), valid(field.getValue(), chance, depth + 1));
          }
        }
        yield object;
      }
      case "array" -> Json.NODES.arrayNode().add(valid(schema.path("items"), chance, depth + 1));
      case "integer", "number" ->
          Json.NODES.numberNode(Math.max(1, schema.path("minimum").asInt(1)));
      case "boolean" -> Json.NODES.booleanNode(chance.oneIn(2));
      default -> Json.NODES.stringNode(chance.of(List.of("ada", "food", "b-1", "hello")));
    };
  }
}
