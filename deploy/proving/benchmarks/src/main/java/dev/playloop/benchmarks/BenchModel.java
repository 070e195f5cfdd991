package dev.playloop.benchmarks;

import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What the model says: `craft` at each turn, and `finish` beside it at the last one. How many
/// turns a run shall have stands in its trigger's text. Its answer has about 2 KB. Stateless.
final class BenchModel {
  private static final String TEXT = "I look at what is on the shelf and craft the next item. ";
  private static final String NOTE = "A remark that somebody may read one day. ";
  private static final String WANTED = "turns=";

  private BenchModel() {}

  /// The text of a trigger that asks for so many turns; about 2 KB.
  static String triggerText(int turns) {
    return WANTED + turns + "; " + "Keep the workshop going until the order is done. ".repeat(40);
  }

  /// The number of turns that a text asks for; 0 where it asks for none.
  static int wanted(String text) {
    int from = text.indexOf(WANTED);
    if (from < 0) {
      return 0;
    }
    int end = text.indexOf(';', from);
    return Integer.parseInt(text.substring(from + WANTED.length(), end));
  }

  /// A tool call as the wire carries it.
  record Call(String id, String name, String arguments) {}

  static String text() {
    return TEXT.repeat(18);
  }

  /// The calls of the `turn`-th of `turns` turns.
  static List<Call> calls(int turn, int turns) {
    return calls(turn, turns, 1);
  }

  /// The same, where each turn crafts so many.
  static List<Call> calls(int turn, int turns, int crafts) {
    List<Call> calls = new ArrayList<>(crafts + 1);
    for (int i = 1; i <= crafts; i++) {
      String each = i == 1 ? "" : "-" + i;
      ObjectNode craft =
          Json.NODES
              .objectNode()
              .put("item", "gear-" + turn + each)
              .put("quantity", 1)
              .put("note", NOTE.repeat(10));
      calls.add(new Call("call_" + turn + each, "craft", craft.toString()));
    }
    if (turn >= turns) {
      ObjectNode finish = Json.NODES.objectNode().put("summary", "The order is done.");
      calls.add(new Call("call_" + turn + "f", "finish", finish.toString()));
    }
    return calls;
  }

  /// The assistant message in the OpenAI format.
  static ObjectNode message(int turn, int turns) {
    return message(calls(turn, turns));
  }

  /// The one that makes these calls.
  static ObjectNode message(List<Call> calls) {
    ObjectNode message = Json.NODES.objectNode().put("role", "assistant").put("content", text());
    ArrayNode toolCalls = message.putArray("tool_calls");
    for (Call call : calls) {
      toolCalls
          .addObject()
          .put("id", call.id())
          .put("type", "function")
          .putObject("function")
          .put("name", call.name())
          .put("arguments", call.arguments());
    }
    return message;
  }

  /// A whole chat completion.
  static byte[] completion(int turn, int turns) {
    ObjectNode body =
        Json.NODES
            .objectNode()
            .put("id", "chatcmpl-bench")
            .put("object", "chat.completion")
            .put("created", 1)
            .put("model", "bench");
    ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
    choice.set("message", message(turn, turns));
    choice.put("finish_reason", "tool_calls");
    body.putObject("usage")
        .put("prompt_tokens", 1000)
        .put("completion_tokens", 300)
        .put("total_tokens", 1300);
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }
}
