package dev.playloop.reasoner.wire;

import dev.playloop.reasoner.wire.LlmAnswer.Declined;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.LlmAnswer.Meta;
import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the body of an Anthropic messages reply with status 200.
final class AnthropicReply {
  private static final int OK = 200;

  private AnthropicReply() {}

  static LlmAnswer read(byte[] body, Turn.Body prompt) {
    return PaidReply.read(body, (json, root) -> read(json, root, prompt));
  }

  private static LlmAnswer read(byte[] body, JsonNode root, Turn.Body prompt) {
    Fault inBody = Faults.inBody(root);
    if (inBody != null) {
      return inBody;
    }
    JsonNode content = root.path("content");
    String exact = RawSlice.at(body, "content");
    Usage usage = usage(root.path("usage"));
    if (!content.isArray() || exact == null) {
      return Fault.unusable(LlmFailure.INVALID_BODY, "status 200 without content", OK, usage);
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
    Meta meta = TokenCounts.noted(meta(root, stop), root.path("usage"), usage);
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
    Long input = TokenCounts.count(usage.path("input_tokens"));
    Long output = TokenCounts.count(usage.path("output_tokens"));
    if (input == null || output == null) {
      return null;
    }
    long cached = TokenCounts.part(usage.path("cache_read_input_tokens"));
    long written = TokenCounts.part(usage.path("cache_creation_input_tokens"));
    return new Usage(input + cached + written, cached, output, 0);
  }
}
