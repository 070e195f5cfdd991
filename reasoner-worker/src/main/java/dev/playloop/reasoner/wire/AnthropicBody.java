package dev.playloop.reasoner.wire;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolDeclaration;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// Renders a prompt as an Anthropic messages request. Tool outputs and the user texts after them
/// share one user message, outputs first, as the API wants it.
final class AnthropicBody {
  private final JsonGenerator json;
  private final Candidate candidate;

  private AnthropicBody(JsonGenerator json, Candidate candidate) {
    this.json = json;
    this.candidate = candidate;
  }

  static byte[] render(Candidate candidate, Turn.Body prompt) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 * 1024);
    try (JsonGenerator json = Json.LOG.createGenerator(bytes)) {
      // The API refuses tool blocks in a request that declares no tools; they become plain text.
      new AnthropicBody(json, candidate).write(prompt.tools().isEmpty() ? plain(prompt) : prompt);
    }
    return bytes.toByteArray();
  }

  private static Turn.Body plain(Turn.Body prompt) {
    List<Message> messages = prompt.messages().stream().map(AnthropicBody::plain).toList();
    return new Turn.Body(prompt.tools(), messages);
  }

  private static Message plain(Message message) {
    return switch (message) {
      case Message.Assistant said when !said.calls().isEmpty() ->
          new Message.Assistant(
              said.text()
                  + said.calls().stream()
                      .map(call -> "\n[called " + call.name() + " " + call.arguments() + "]")
                      .collect(Collectors.joining()),
              List.of(),
              null,
              null);
      case Message.ToolOutput output ->
          TextProfile.told("Result of " + Section.plain(output.tool()) + ": ", output);
      case Message.Assistant said -> said;
      case Message.User user -> user;
      case Message.SystemText system -> system;
    };
  }

  private void write(Turn.Body prompt) {
    json.writeStartObject();
    json.writeStringProperty("model", candidate.model());
    json.writeNumberProperty("max_tokens", candidate.maxOutputTokens());
    String system =
        prompt.messages().stream()
            .flatMap(m ->
                m instanceof Message.SystemText(String text)
                    ? java.util.stream.Stream.of(text)
                    : java.util.stream.Stream.empty())
            .collect(Collectors.joining("\n\n"));
    if (!system.isEmpty()) {
      json.writeStringProperty("system", system);
    }
    json.writeArrayPropertyStart("messages");
    messages(prompt.messages());
    json.writeEndArray();
    if (!prompt.tools().isEmpty()) {
      json.writeArrayPropertyStart("tools");
      prompt.tools().forEach(this::tool);
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private void tool(ToolDeclaration tool) {
    json.writeStartObject();
    json.writeStringProperty("name", tool.name());
    json.writeStringProperty("description", tool.description());
    json.writeName("input_schema");
    json.writeRawValue(tool.parameters().text());
    json.writeEndObject();
  }

  private void messages(List<Message> messages) {
    boolean inUser = false;
    for (Message message : messages) {
      boolean user = message instanceof Message.User || message instanceof Message.ToolOutput;
      if (user && !inUser) {
        json.writeStartObject();
        json.writeStringProperty("role", "user");
        json.writeArrayPropertyStart("content");
      } else if (!user && inUser && message instanceof Message.Assistant) {
        endMessage();
      }
      inUser = message instanceof Message.SystemText ? inUser : user;
      switch (message) {
        case Message.SystemText _ -> {}
        case Message.User(List<Part> parts) -> parts.forEach(this::part);
        case Message.ToolOutput output -> toolResult(output);
        case Message.Assistant said -> assistant(said);
      }
    }
    if (inUser) {
      endMessage();
    }
  }

  private void endMessage() {
    json.writeEndArray();
    json.writeEndObject();
  }

  private void part(Part part) {
    switch (part) {
      case Part.Text(String text) -> text(text);
      case Part.Image image -> {
        json.writeStartObject();
        json.writeStringProperty("type", "image");
        json.writeObjectPropertyStart("source");
        if (image.url().startsWith("data:")) {
          json.writeStringProperty("type", "base64");
          json.writeStringProperty("media_type", image.mediaType());
          json.writeStringProperty("data", image.url().substring(image.url().indexOf(',') + 1));
        } else {
          json.writeStringProperty("type", "url");
          json.writeStringProperty("url", image.url());
        }
        json.writeEndObject();
        json.writeEndObject();
      }
    }
  }

  private void text(String text) {
    json.writeStartObject();
    json.writeStringProperty("type", "text");
    json.writeStringProperty("text", text);
    json.writeEndObject();
  }

  private void toolResult(Message.ToolOutput output) {
    json.writeStartObject();
    json.writeStringProperty("type", "tool_result");
    json.writeStringProperty("tool_use_id", output.callId());
    if (output.shown() == null) {
      json.writeStringProperty("content", output.text());
    } else {
      json.writeArrayPropertyStart("content");
      text(output.text());
      output.shown().forEach(this::part);
      json.writeEndArray();
    }
    if (output.error()) {
      json.writeBooleanProperty("is_error", true);
    }
    json.writeEndObject();
  }

  private void assistant(Message.Assistant said) {
    String raw = Echo.raw(said, candidate);
    if (raw != null) {
      json.writeRawValue(raw);
      return;
    }
    json.writeStartObject();
    json.writeStringProperty("role", "assistant");
    json.writeArrayPropertyStart("content");
    if (!said.text().isEmpty() || said.calls().isEmpty()) {
      // The API refuses an empty text block.
      text(said.text().isBlank() ? "(nothing)" : said.text());
    }
    for (ToolCall call : said.calls()) {
      json.writeStartObject();
      json.writeStringProperty("type", "tool_use");
      json.writeStringProperty("id", call.id());
      json.writeStringProperty("name", call.name());
      json.writeName("input");
      json.writeRawValue(
          call.check() instanceof ToolCall.Valid(JsonNode args) ? args.toString() : "{}");
      json.writeEndObject();
    }
    endMessage();
  }
}
