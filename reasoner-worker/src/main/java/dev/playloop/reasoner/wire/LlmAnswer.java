package dev.playloop.reasoner.wire;

import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What came back from a model. `usage` is null where the provider reported none; never zero
/// instead.
public sealed interface LlmAnswer {
  /// How OpenAI's and Anthropic's wire say that an answer was stopped at its length limit.
  Set<String> CUT = Set.of("length", "max_tokens");

  /// The model's message. `raw` is the assistant message as it came, to be echoed unchanged.
  record Said(String raw, String text, List<RawCall> calls, @Nullable Usage usage, Meta meta)
      implements LlmAnswer {
    public Said {
      calls = List.copyOf(calls);
    }

    /// Whether it was stopped at its length limit.
    public boolean wasCut() {
      return meta.finishReasons().stream().anyMatch(CUT::contains);
    }

    /// With another usage than the provider's, and why.
    public Said with(Usage other, String note) {
      return new Said(raw, text, calls, other, meta.noting(note));
    }
  }

  /// The model would not answer: a refusal, a content filter.
  record Declined(String message, @Nullable Usage usage, Meta meta) implements LlmAnswer {
    /// With another usage than the provider's, and why.
    public Declined with(Usage other, String note) {
      return new Declined(message, other, meta.noting(note));
    }
  }

  /// No answer. `message` is redacted. `retryAt` is the provider's Retry-After, never shortened.
  record Fault(
      LlmFailure failure,
      String message,
      @Nullable Integer status,
      @Nullable Instant retryAt,
      boolean retriable,
      Billing billing,
      @Nullable Usage usage)
      implements LlmAnswer {
    /// For good, and the provider said neither a status nor what it billed.
    public static Fault of(LlmFailure failure, String message, Billing billing) {
      return new Fault(failure, message, null, null, false, billing, null);
    }

    public Fault status(@Nullable Integer status) {
      return new Fault(failure, message, status, retryAt, retriable, billing, usage);
    }

    public Fault retryAt(@Nullable Instant retryAt) {
      return new Fault(failure, message, status, retryAt, retriable, billing, usage);
    }

    public Fault retriable(boolean retriable) {
      return new Fault(failure, message, status, retryAt, retriable, billing, usage);
    }

    /// For good, and nothing was billed: the request was not taken in.
    public static Fault notSent(LlmFailure failure, String message) {
      return of(failure, message, Billing.NONE);
    }

    /// Something came back that is no answer; it may have been billed.
    static Fault unusable(LlmFailure failure, String message, int status) {
      return unusable(failure, message, status, null);
    }

    /// The same, with what the provider says that it billed.
    static Fault unusable(LlmFailure failure, String message, int status, @Nullable Usage usage) {
      return new Fault(failure, message, status, null, false, Billing.IN_DOUBT, usage);
    }
  }

  /// Whether a failed call may have cost money. IN_DOUBT keeps its reserved upper bound.
  enum Billing {
    NONE,
    IN_DOUBT
  }

  /// A tool call as given: `id` is opaque, `arguments` is text that may be no JSON, or empty.
  record RawCall(String id, String name, String arguments) {}

  /// What the provider says of its answer; `notes` are what we found odd about it.
  record Meta(
      @Nullable String id, @Nullable String model, List<String> finishReasons, List<String> notes) {
    public Meta {
      finishReasons = List.copyOf(finishReasons);
      notes = List.copyOf(notes);
    }

    public Meta(@Nullable String id, @Nullable String model, List<String> finishReasons) {
      this(id, model, finishReasons, List.of());
    }

    Meta noting(String note) {
      return new Meta(
          id, model, finishReasons, Stream.concat(notes.stream(), Stream.of(note)).toList());
    }
  }
}
