package dev.playloop.reasoner.wire;

import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Tools for models without tool calls: the tools are told in the system text, the model answers in
/// JSON mode (`{"say": …, "calls": [{"tool": …, "args": {…}}]}`), and results come as user texts.
final class TextProfile {
  private static final String FORMAT =
      """
      Answer with one JSON object and nothing else:
      {"say": "<text>", "calls": [{"tool": "<name>", "args": {<arguments>}}]}
      Leave "calls" empty when you are done. The tools, each with the JSON Schema of its arguments:
      """;

  private TextProfile() {}

  /// The same prompt without tools and tool messages.
  static Turn.Body withoutTools(Turn.Body prompt, Candidate candidate) {
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.SystemText(instructions(prompt)));
    for (Message message : prompt.messages()) {
      messages.add(
          switch (message) {
            case Message.SystemText system -> system;
            case Message.User user -> user;
            case Message.Assistant said when Echo.raw(said, candidate) != null -> said;
            case Message.Assistant said ->
                new Message.Assistant(asJson(said), List.of(), null, null);
            case Message.ToolOutput output -> told("Result of " + named(output) + ": ", output);
          });
    }
    // The instructions of the agent come first, how to answer after them.
    if (messages.size() > 1 && messages.get(1) instanceof Message.SystemText(String own)) {
      messages.set(0, new Message.SystemText(own + "\n\n" + instructions(prompt)));
      messages.remove(1);
    }
    return new Turn.Body(List.of(), messages);
  }

  /// An answer's tool and call. Both names are the model's, who may be repeating what it read.
  static String named(Message.ToolOutput output) {
    return Section.plain(output.tool() + " (" + output.callId() + ")");
  }

  /// A tool's answer as a user's message, with what it shows behind it.
  static Message told(String head, Message.ToolOutput output) {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part.Text(head + output.text()));
    if (output.shown() != null) {
      parts.addAll(output.shown());
    }
    return new Message.User(parts);
  }

  private static String instructions(Turn.Body prompt) {
    StringBuilder text = new StringBuilder(FORMAT);
    prompt
        .tools()
        .forEach(tool ->
            text.append("- ")
                .append(tool.name())
                .append(": ")
                .append(tool.description())
                .append(' ')
                .append(tool.parameters().text())
                .append('\n'));
    return text.toString();
  }

  private static String asJson(Message.Assistant said) {
    ObjectNode node = Json.NODES.objectNode().put("say", said.text());
    ArrayNode calls = node.putArray("calls");
    for (ToolCall call : said.calls()) {
      ObjectNode one = calls.addObject().put("tool", call.name());
      if (call.check() instanceof ToolCall.Valid(JsonNode args)) {
        one.set("args", args);
      } else {
        one.put("args", call.arguments());
      }
    }
    return node.toString();
  }

  /// Reads the JSON answer back into text and calls. Text that is no such JSON is a plain answer.
  static LlmAnswer.Said read(LlmAnswer.Said said, Turn.Body prompt) {
    JsonNode node;
    try {
      node = Json.tree(said.text());
    } catch (InvalidValueException e) {
      return said;
    }
    if (!node.isObject() || !(node.has("say") || node.has("calls"))) {
      return said;
    }
    List<RawCall> calls = new ArrayList<>();
    for (JsonNode call : node.path("calls")) {
      JsonNode args = call.path("args");
      String text = args.isMissingNode() ? "" : args.isString() ? args.asString() : args.toString();
      calls.add(
          new RawCall(CallIds.minted(prompt, calls.size()), call.path("tool").asString(""), text));
    }
    return new LlmAnswer.Said(
        said.raw(), node.path("say").asString(""), calls, said.usage(), said.meta());
  }
}
