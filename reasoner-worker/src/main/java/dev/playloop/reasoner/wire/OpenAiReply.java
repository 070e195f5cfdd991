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
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the body of a chat-completions reply with status 200. Tolerant where servers are sloppy;
/// what is no answer becomes a [Fault].
final class OpenAiReply {
  private static final int OK = 200;

  private OpenAiReply() {}

  static LlmAnswer read(byte[] body, Turn.Body prompt) {
    return PaidReply.read(body, (json, root) -> read(json, root, prompt));
  }

  private static LlmAnswer read(byte[] body, JsonNode root, Turn.Body prompt) {
    Fault inBody = Faults.inBody(root);
    if (inBody != null) {
      return inBody;
    }
    JsonNode choice = root.path("choices").path(0);
    JsonNode message = choice.path("message");
    Usage usage = usage(root.path("usage"));
    if (!message.isObject()) {
      return unusable("status 200 without choices[0].message", usage);
    }
    if (!isCalls(message.path("tool_calls"))) {
      return unusable("status 200 with tool_calls that are no list of objects", usage);
    }
    Meta meta = TokenCounts.noted(meta(root, choice), root.path("usage"), usage);
    String refusal = text(message.path("refusal"));
    String finish = text(choice.path("finish_reason"));
    if (finish.equals("error")) {
      return Fault.unusable(
          LlmFailure.ERROR_IN_200, "status 200 with finish_reason error", OK, usage);
    }
    String text = content(message.path("content"));
    List<RawCall> calls = calls(message.path("tool_calls"), prompt);
    if (calls.isEmpty() && text.isEmpty() && !refusal.isEmpty()) {
      return new Declined(Redactor.brief(refusal), usage, meta);
    }
    if (calls.isEmpty() && text.isEmpty() && finish.equals("content_filter")) {
      return new Declined("the provider's content filter stopped the answer", usage, meta);
    }
    return new Said(raw(body, message, calls), text, calls, usage, meta);
  }

  private static Fault unusable(String message, @Nullable Usage usage) {
    return Fault.unusable(LlmFailure.INVALID_BODY, message, OK, usage);
  }

  private static boolean isCalls(JsonNode calls) {
    return calls.isMissingNode()
        || calls.isNull()
        || (calls.isArray() && calls.valueStream().allMatch(JsonNode::isObject));
  }

  /// The message as it came. Only where a server left ids out, they are put in, for without them
  /// the tool outputs would answer nothing.
  private static String raw(byte[] body, JsonNode message, List<RawCall> calls) {
    boolean complete =
        message.path("tool_calls").valueStream().allMatch(call -> !text(call.path("id")).isEmpty());
    String exact = complete ? RawSlice.at(body, "choices", "0", "message") : null;
    if (exact != null) {
      return exact;
    }
    JsonNode copy = message.deepCopy();
    for (int i = 0; i < calls.size(); i++) {
      ((ObjectNode) copy.path("tool_calls").path(i)).put("id", calls.get(i).id());
    }
    return copy.toString();
  }

  private static List<RawCall> calls(JsonNode toolCalls, Turn.Body prompt) {
    List<RawCall> calls = new ArrayList<>();
    for (JsonNode call : toolCalls) {
      JsonNode function = call.path("function");
      String id = text(call.path("id"));
      calls.add(
          new RawCall(
              id.isEmpty() ? CallIds.minted(prompt, calls.size()) : id,
              text(function.path("name")),
              arguments(function.path("arguments"))));
    }
    return calls;
  }

  /// A text that may be no JSON, an object in sloppy servers, or nothing at all.
  private static String arguments(JsonNode arguments) {
    if (arguments.isMissingNode() || arguments.isNull()) {
      return "";
    }
    return arguments.isString() ? arguments.asString() : arguments.toString();
  }

  private static String content(JsonNode content) {
    if (!content.isArray()) {
      return text(content);
    }
    StringBuilder all = new StringBuilder();
    content.forEach(part -> all.append(text(part.path("text"))));
    return all.toString();
  }

  private static Meta meta(JsonNode root, JsonNode choice) {
    String finish = text(choice.path("finish_reason"));
    String id = text(root.path("id"));
    String model = text(root.path("model"));
    return new Meta(
        id.isEmpty() ? null : id,
        model.isEmpty() ? null : model,
        finish.isEmpty() ? List.of() : List.of(finish));
  }

  /// Null where the provider counted nothing.
  static @Nullable Usage usage(JsonNode usage) {
    Long input = TokenCounts.count(usage.path("prompt_tokens"));
    Long output = TokenCounts.count(usage.path("completion_tokens"));
    if (input == null || output == null) {
      return null;
    }
    return new Usage(
        input,
        TokenCounts.part(usage.path("prompt_tokens_details").path("cached_tokens")),
        output,
        TokenCounts.part(usage.path("completion_tokens_details").path("reasoning_tokens")));
  }

  static String text(JsonNode node) {
    return node.isString() ? Objects.requireNonNull(node.stringValue()) : "";
  }
}
