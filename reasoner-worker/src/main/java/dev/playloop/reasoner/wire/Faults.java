package dev.playloop.reasoner.wire;

import dev.playloop.reasoner.wire.LlmAnswer.Billing;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Classifies error replies: by status, then by type and code as text (they come as texts and as
/// numbers), then by what the message says. Understands the error shapes of OpenAI, Anthropic,
/// Moonshot, OpenRouter, Gemini (also as an array), vLLM, llama.cpp and Ollama.
///
/// Retriable are 408, 429 (but for a used-up quota) and 5xx; nothing else that has a status.
final class Faults {
  private static final Set<String> QUOTA =
      Set.of("insufficient_quota", "exceeded_current_quota_error");
  private static final Set<String> OVERLOADED =
      Set.of("engine_overloaded_error", "overloaded_error");
  private static final Set<String> CONTEXT =
      Set.of("context_length_exceeded", "exceed_context_size_error", "request_too_large");
  private static final List<String> CONTEXT_WORDS =
      List.of(
          "context length",
          "context size",
          "token limit",
          "too long",
          "token count exceeds",
          "exceeds the available",
          "total message size");

  private Faults() {}

  /// An error reply, status other than 200.
  static Fault ofStatus(int status, @Nullable Instant retryAfter, byte[] body, Instant now) {
    Shape shape = Shape.of(body);
    LlmFailure failure = classify(status, shape);
    boolean retriable =
        switch (failure) {
          case RATE_LIMIT, OVERLOADED -> true;
          case TIMEOUT -> status == 408;
          case CONTEXT_OVERFLOW,
              AUTH,
              QUOTA,
              BAD_REQUEST,
              CONNECTION_LOST,
              INVALID_BODY,
              ERROR_IN_200,
              PERMIT,
              NO_ROUTE,
              UNREADABLE ->
              false;
        };
    // A request that was turned away costs nothing; one that broke inside may have.
    boolean turnedAway = (status < 500 && status != 408) || status == 529;
    Instant retryAt = later(retryAfter, RetryAfter.inDetails(shape.error, now));
    return Fault.of(failure, shape.message(status), turnedAway ? Billing.NONE : Billing.IN_DOUBT)
        .status(status)
        .retryAt(retryAt)
        .retriable(retriable);
  }

  /// An error inside a reply with status 200, or null.
  static @Nullable Fault inBody(JsonNode root) {
    Shape shape = Shape.of(root);
    return shape.present ? Fault.unusable(LlmFailure.ERROR_IN_200, shape.message(200), 200) : null;
  }

  private static LlmFailure classify(int status, Shape shape) {
    if (status == 401 || status == 403 || shape.mentions("api_key_invalid")) {
      return LlmFailure.AUTH;
    }
    if (status == 402 || shape.hasCode(QUOTA)) {
      return LlmFailure.QUOTA;
    }
    if (status == 408) {
      return LlmFailure.TIMEOUT;
    }
    if (status == 429) {
      return shape.hasCode(OVERLOADED) ? LlmFailure.OVERLOADED : LlmFailure.RATE_LIMIT;
    }
    if (status == 413 || shape.hasCode(CONTEXT) || shape.saysContextIsFull()) {
      return LlmFailure.CONTEXT_OVERFLOW;
    }
    return status >= 500 ? LlmFailure.OVERLOADED : LlmFailure.BAD_REQUEST;
  }

  private static @Nullable Instant later(@Nullable Instant a, @Nullable Instant b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.isAfter(b) ? a : b;
  }

  /// The error object wherever a provider puts it.
  private record Shape(boolean present, JsonNode error, Set<String> codes, String text) {

    static Shape of(byte[] body) {
      try {
        return of(CheckedJson.of(body, Edge.REPLY).tree());
      } catch (InvalidValueException e) {
        return new Shape(false, Json.NODES.missingNode(), Set.of(), "a body that is no JSON");
      }
    }

    static Shape of(JsonNode root) {
      JsonNode holder = root.isArray() ? root.path(0) : root;
      JsonNode error = holder.path("error");
      if (error.isMissingNode() || error.isNull()) {
        return new Shape(false, Json.NODES.missingNode(), Set.of(), "no error object in the body");
      }
      if (!error.isObject()) {
        return new Shape(true, error, Set.of(), error.asString(""));
      }
      Set<String> codes = new java.util.LinkedHashSet<>();
      for (String field : List.of("type", "code", "status")) {
        JsonNode code = error.path(field);
        if (code.isValueNode() && !code.isNull()) {
          codes.add(code.asString().toLowerCase(Locale.ROOT));
        }
      }
      String upstream = error.path("metadata").path("raw").asString("");
      String message = error.path("message").asString("");
      return new Shape(
          true, error, codes, upstream.isEmpty() ? message : message + " (" + upstream + ")");
    }

    boolean hasCode(Set<String> wanted) {
      return codes.stream().anyMatch(wanted::contains);
    }

    boolean mentions(String word) {
      return error.toString().toLowerCase(Locale.ROOT).contains(word);
    }

    boolean saysContextIsFull() {
      String lower = text.toLowerCase(Locale.ROOT);
      return CONTEXT_WORDS.stream().anyMatch(lower::contains);
    }

    String message(int status) {
      return Redactor.brief(
          "status "
              + status
              + (codes.isEmpty() ? "" : " " + String.join(" ", codes))
              + ": "
              + text);
    }
  }
}
