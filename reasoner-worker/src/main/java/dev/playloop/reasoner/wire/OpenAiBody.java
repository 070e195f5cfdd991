package dev.playloop.reasoner.wire;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Route.Profile;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolDeclaration;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/// Renders a prompt as a chat-completions request. What this candidate said before goes back as the
/// very bytes it came in; tool schemas are inserted as their canonical text.
final class OpenAiBody {
  private final JsonGenerator json;
  private final Candidate candidate;

  private OpenAiBody(JsonGenerator json, Candidate candidate) {
    this.json = json;
    this.candidate = candidate;
  }

  static byte[] render(Candidate candidate, Turn.Body prompt) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 * 1024);
    try (JsonGenerator json = Json.LOG.createGenerator(bytes)) {
      new OpenAiBody(json, candidate).write(prompt);
    }
    return bytes.toByteArray();
  }

  private void write(Turn.Body prompt) {
    json.writeStartObject();
    json.writeStringProperty("model", candidate.model());
    json.writeArrayPropertyStart("messages");
    messages(prompt.messages());
    json.writeEndArray();
    if (!prompt.tools().isEmpty()) {
      json.writeArrayPropertyStart("tools");
      prompt.tools().forEach(this::tool);
      json.writeEndArray();
    }
    json.writeNumberProperty(
        ProviderProfile.of(candidate.provider()).maxTokensField(), candidate.maxOutputTokens());
    if (candidate.profile() == Profile.TEXT) {
      json.writeObjectPropertyStart("response_format");
      json.writeStringProperty("type", "json_object");
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void tool(ToolDeclaration tool) {
    json.writeStartObject();
    json.writeStringProperty("type", "function");
    json.writeObjectPropertyStart("function");
    json.writeStringProperty("name", tool.name());
    json.writeStringProperty("description", tool.description());
    json.writeName("parameters");
    json.writeRawValue(tool.parameters().text());
    json.writeEndObject();
    json.writeEndObject();
  }

  /// A tool's message takes text only here, so what tools show follows behind all of them.
  private void messages(List<Message> messages) {
    List<Part> shown = new ArrayList<>();
    for (Message message : messages) {
      if (message instanceof Message.ToolOutput output) {
        if (output.shown() != null) {
          shown.add(new Part.Text("What " + TextProfile.named(output) + " shows:"));
          shown.addAll(output.shown());
        }
      } else if (!shown.isEmpty()) {
        user(shown);
        shown.clear();
      }
      message(message);
    }
    if (!shown.isEmpty()) {
      user(shown);
    }
  }

  private void message(Message message) {
    switch (message) {
      case Message.SystemText system -> simple("system", system.text());
      case Message.User user -> user(user.parts());
      case Message.Assistant said -> assistant(said);
      case Message.ToolOutput output -> {
        json.writeStartObject();
        json.writeStringProperty("role", "tool");
        json.writeStringProperty("tool_call_id", output.callId());
        json.writeStringProperty("content", output.text());
        json.writeEndObject();
      }
    }
  }

  private void simple(String role, String text) {
    json.writeStartObject();
    json.writeStringProperty("role", role);
    json.writeStringProperty("content", text);
    json.writeEndObject();
  }

  private void user(List<Part> parts) {
    if (parts.size() == 1 && parts.getFirst() instanceof Part.Text(String text)) {
      simple("user", text);
      return;
    }
    json.writeStartObject();
    json.writeStringProperty("role", "user");
    json.writeArrayPropertyStart("content");
    for (Part part : parts) {
      json.writeStartObject();
      switch (part) {
        case Part.Text text -> {
          json.writeStringProperty("type", "text");
          json.writeStringProperty("text", text.text());
        }
        case Part.Image image -> {
          json.writeStringProperty("type", "image_url");
          json.writeObjectPropertyStart("image_url");
          json.writeStringProperty("url", image.url());
          json.writeEndObject();
        }
      }
      json.writeEndObject();
    }
    json.writeEndArray();
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
    if (said.text().isEmpty() && !said.calls().isEmpty()) {
      json.writeNullProperty("content");
    } else {
      json.writeStringProperty("content", said.text());
    }
    if (!said.calls().isEmpty()) {
      json.writeArrayPropertyStart("tool_calls");
      said.calls().forEach(this::call);
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private void call(ToolCall call) {
    json.writeStartObject();
    json.writeStringProperty("id", call.id());
    json.writeStringProperty("type", "function");
    json.writeObjectPropertyStart("function");
    json.writeStringProperty("name", call.name());
    json.writeStringProperty("arguments", call.arguments());
    json.writeEndObject();
    json.writeEndObject();
  }
}
