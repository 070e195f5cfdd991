package dev.playloop.rehearsal;

import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The server's side of the chat-completions format: reads requests, writes replies.
final class RehearsalWire {
  private static final int BYTES_PER_TOKEN = 4;

  private RehearsalWire() {}

  /// The messages of a request. What is no message of the format is passed over.
  static List<Message> messages(JsonNode request) {
    List<Message> messages = new ArrayList<>();
    for (JsonNode message : request.path("messages")) {
      JsonNode content = message.path("content");
      switch (message.path("role").asString("")) {
        case "system", "developer" -> messages.add(new Message.SystemText(text(content)));
        case "user" -> messages.add(new Message.User(List.of(new Part.Text(text(content)))));
        case "assistant" ->
            messages.add(
                new Message.Assistant(
                    text(content), calls(message.path("tool_calls")), null, null));
        case "tool" ->
            messages.add(
                new Message.ToolOutput(
                    message.path("tool_call_id").asString(""), "", text(content), false));
        default -> {
          // A role to come.
        }
      }
    }
    return messages;
  }

  private static String text(JsonNode content) {
    if (!content.isArray()) {
      return content.asString("");
    }
    StringBuilder all = new StringBuilder();
    content.forEach(part -> all.append(part.path("text").asString("")).append('\n'));
    return all.toString();
  }

  private static List<ToolCall> calls(JsonNode toolCalls) {
    List<ToolCall> calls = new ArrayList<>();
    for (JsonNode call : toolCalls) {
      JsonNode function = call.path("function");
      calls.add(
          new ToolCall(
              call.path("id").asString(""),
              function.path("name").asString(""),
              function.path("arguments").asString(""),
              new ToolCall.Valid(Json.NODES.objectNode())));
    }
    return calls;
  }

  /// The assistant message of an answer.
  static ObjectNode message(Rehearsed.Says says) {
    ObjectNode message = Json.NODES.objectNode().put("role", "assistant");
    if (says.text().isEmpty() && !says.calls().isEmpty()) {
      message.putNull("content");
    } else {
      message.put("content", says.text());
    }
    if (!says.calls().isEmpty()) {
      ArrayNode calls = message.putArray("tool_calls");
      for (Rehearsed.Call call : says.calls()) {
        calls
            .addObject()
            .put("id", call.id())
            .put("type", "function")
            .putObject("function")
            .put("name", call.tool())
            .put("arguments", call.arguments());
      }
    }
    return message;
  }

  static String finishReason(Rehearsed.Says says) {
    return says.calls().isEmpty() ? "stop" : "tool_calls";
  }

  /// Four bytes a token, which is about what models count.
  static Usage usage(int requestBytes, ObjectNode message) {
    return new Usage(tokens(requestBytes), 0, tokens(message.toString().length()), 0);
  }

  private static long tokens(int bytes) {
    return Math.ceilDiv(bytes, BYTES_PER_TOKEN);
  }

  /// A whole reply with status 200. Ids are derived from the request.
  static String reply(Rehearsed.Says says, String model, String requestHash, int requestBytes) {
    ObjectNode message = message(says);
    Usage usage = usage(requestBytes, message);
    ObjectNode reply =
        Json.NODES
            .objectNode()
            .put("id", "chatcmpl-" + requestHash.substring(0, 24))
            .put("object", "chat.completion")
            .put("created", 0)
            .put("model", model);
    reply
        .putArray("choices")
        .addObject()
        .put("index", 0)
        .put("finish_reason", finishReason(says))
        .set("message", message);
    reply
        .putObject("usage")
        .put("prompt_tokens", usage.input())
        .put("completion_tokens", usage.output())
        .put("total_tokens", usage.input() + usage.output());
    return reply.toString();
  }

  static String error(Rehearsed.Refuses refuses) {
    ObjectNode root = Json.NODES.objectNode();
    root.putObject("error")
        .put("message", refuses.message())
        .put("type", refuses.type())
        .putNull("param")
        .put("code", refuses.type());
    return root.toString();
  }
}
