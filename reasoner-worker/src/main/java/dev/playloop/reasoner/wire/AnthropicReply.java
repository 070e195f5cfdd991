package dev.playloop.reasoner.wire;

import dev.playloop.reasoner.wire.LlmAnswer.Declined;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.LlmAnswer.Meta;
import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Reads the body of an Anthropic messages reply with status 200.
final class AnthropicReply {
  private static final int OK = 200;

  private AnthropicReply() {}

  static LlmAnswer read(byte[] body, Turn.Body prompt) {
    JsonNode root;
    try {
      root = Json.LOG.readTree(body);
    } catch (JacksonException e) {
      return Fault.unusable(LlmFailure.INVALID_BODY, "status 200 with a body that is no JSON", OK);
    }
    Fault inBody = Faults.inBody(root);
    if (inBody != null) {
      return inBody;
    }
    JsonNode content = root.path("content");
    String exact = RawSlice.at(body, "content");
    if (!content.isArray() || exact == null) {
      return Fault.unusable(LlmFailure.INVALID_BODY, "status 200 without content", OK);
    }
    StringBuilder text = new StringBuilder();
    List<RawCall> calls = new ArrayList<>();
    for (JsonNode block : content) {
      switch (OpenAiReply.text(block.path("type"))) {
        case "text" -> text.append(OpenAiReply.text(block.path("text")));
        case "tool_use" -> calls.add(call(block, prompt, calls.size()));
        default -> {
          // Thinking and kinds to come: part of the raw message, no part of the answer.
        }
      }
    }
    String stop = OpenAiReply.text(root.path("stop_reason"));
    Usage usage = usage(root.path("usage"));
    Meta meta = meta(root, stop);
    if (stop.equals("refusal") && calls.isEmpty()) {
      return new Declined(
          text.isEmpty() ? "the model refused to answer" : Redactor.brief(text.toString()),
          usage,
          meta);
    }
    String raw =
        content.isEmpty()
            ? "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"(nothing)\"}]}"
            : "{\"role\":\"assistant\",\"content\":" + exact + "}";
    return new Said(raw, text.toString(), calls, usage, meta);
  }

  private static RawCall call(JsonNode block, Turn.Body prompt, int index) {
    String id = OpenAiReply.text(block.path("id"));
    JsonNode input = block.path("input");
    return new RawCall(
        id.isEmpty() ? CallIds.minted(prompt, index) : id,
        OpenAiReply.text(block.path("name")),
        input.isMissingNode() || input.isNull()
            ? ""
            : input.isString() ? input.asString() : input.toString());
  }

  private static Meta meta(JsonNode root, String stop) {
    String id = OpenAiReply.text(root.path("id"));
    String model = OpenAiReply.text(root.path("model"));
    return new Meta(
        id.isEmpty() ? null : id,
        model.isEmpty() ? null : model,
        stop.isEmpty() ? List.of() : List.of(stop));
  }

  /// Here `input_tokens` leaves cached ones out; ours counts them in.
  private static @Nullable Usage usage(JsonNode usage) {
    JsonNode input = usage.path("input_tokens");
    JsonNode output = usage.path("output_tokens");
    if (!input.isNumber() || !output.isNumber()) {
      return null;
    }
    long cached = OpenAiReply.count(usage.path("cache_read_input_tokens"));
    long written = OpenAiReply.count(usage.path("cache_creation_input_tokens"));
    return new Usage(input.asLong() + cached + written, cached, output.asLong(), 0);
  }
}
