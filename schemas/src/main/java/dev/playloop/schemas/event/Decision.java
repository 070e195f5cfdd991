package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came of one turn. `usage` is null where the provider reported none; `costUsd` is then the
/// reserved upper bound. `candidate` is the [Route.Candidate#key] that answered.
public record Decision(
    int v,
    TurnId turn,
    AgentId agent,
    Outcome outcome,
    @Nullable String model,
    @Nullable String candidate,
    @Nullable Usage usage,
    BigDecimal costUsd,
    int attempts,
    long latencyMs,
    @Nullable String requestHash) {
  public static final int VERSION = 1;

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Answered.class, name = "answered"),
    @JsonSubTypes.Type(value = Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = Deferred.class, name = "deferred"),
    @JsonSubTypes.Type(value = Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = Expired.class, name = "expired")
  })
  public sealed interface Outcome {}

  /// The model answered. `raw` is its message as given, JSON text.
  public record Answered(String raw, String text, List<ToolCall> toolCalls) implements Outcome {
    public Answered {
      toolCalls = List.copyOf(toolCalls);
    }
  }

  /// The model declined to answer (a content filter, a refusal).
  public record Refused(String message) implements Outcome {}

  /// Not now: open the same turn again at `until`.
  public record Deferred(Instant until, String reason) implements Outcome {}

  /// It failed for good.
  public record Failed(LlmFailure failure, String message) implements Outcome {}

  /// The turn was not begun before its `notAfter`; nothing was called.
  public record Expired() implements Outcome {}

  /// Tokens as the provider counted them; `input` includes `cached`.
  public record Usage(long input, long cached, long output, long reasoning) {}
}
