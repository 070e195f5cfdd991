package dev.playloop.reasoner.wire;

import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came back from a model. `usage` is null where the provider reported none; never zero
/// instead.
public sealed interface LlmAnswer {

  /// The model's message. `raw` is the assistant message as it came, to be echoed unchanged.
  record Said(String raw, String text, List<RawCall> calls, @Nullable Usage usage, Meta meta)
      implements LlmAnswer {
    public Said {
      calls = List.copyOf(calls);
    }
  }

  /// The model would not answer: a refusal, a content filter.
  record Declined(String message, @Nullable Usage usage, Meta meta) implements LlmAnswer {}

  /// No answer. `message` is redacted. `retryAt` is the provider's Retry-After, never shortened.
  record Fault(
      LlmFailure failure,
      String message,
      @Nullable Integer status,
      @Nullable Instant retryAt,
      boolean retriable,
      Billing billing)
      implements LlmAnswer {
    /// For good, and nothing was billed: the request was not taken in.
    public static Fault notSent(LlmFailure failure, String message) {
      return new Fault(failure, message, null, null, false, Billing.NONE);
    }

    /// Something came back that is no answer; it may have been billed.
    static Fault unusable(LlmFailure failure, String message, int status) {
      return new Fault(failure, message, status, null, false, Billing.IN_DOUBT);
    }
  }

  /// Whether a failed call may have cost money. IN_DOUBT keeps its reserved upper bound.
  enum Billing {
    NONE,
    IN_DOUBT
  }

  /// A tool call as given: `id` is opaque, `arguments` is text that may be no JSON, or empty.
  record RawCall(String id, String name, String arguments) {}

  /// What the provider says of its answer.
  record Meta(@Nullable String id, @Nullable String model, List<String> finishReasons) {
    public Meta {
      finishReasons = List.copyOf(finishReasons);
    }
  }
}
