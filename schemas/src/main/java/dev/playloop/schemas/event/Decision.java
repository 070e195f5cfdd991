package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Versioned;
import dev.playloop.schemas.tool.ToolCall;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came of one turn. `usage` is null where the provider reported none; `costUsd` is then the
/// reserved upper bound. `candidate` is the [Route.Candidate#key] that answered; `notes` say what
/// was odd about the answer, such as usage that can't be true, or characters that were replaced.
@RecordBuilder
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
    @Nullable String requestHash,
    @Nullable List<String> notes)
    implements DecisionBuilder.With, Versioned {
  public static final int VERSION = 1;

  public Decision {
    notes = notes == null || notes.isEmpty() ? null : List.copyOf(notes);
  }

  /// What came of a turn without a call: nobody answered, and nothing was spent.
  public static Decision of(TurnId turn, AgentId agent, Outcome outcome) {
    return new Decision(
        VERSION, turn, agent, outcome, null, null, null, BigDecimal.ZERO, 0, 0, null, null);
  }

  /// The same for that turn.
  public static Decision of(Turn turn, Outcome outcome) {
    return of(turn.turn(), turn.agent(), outcome);
  }

  public Decision outcome(Outcome outcome) {
    return with().outcome(outcome).build();
  }

  /// Who answered.
  public Decision by(@Nullable String model, @Nullable String candidate) {
    return with().model(model).candidate(candidate).build();
  }

  /// What it cost.
  public Decision spent(@Nullable Usage usage, BigDecimal costUsd) {
    return with().usage(usage).costUsd(costUsd).build();
  }

  /// How many calls it took, and how long they took together.
  public Decision took(int attempts, long latencyMs) {
    return with().attempts(attempts).latencyMs(latencyMs).build();
  }

  public Decision requestHash(@Nullable String requestHash) {
    return with().requestHash(requestHash).build();
  }

  public Decision notes(@Nullable List<String> notes) {
    return with().notes(notes).build();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Answered.class, name = "answered"),
    @JsonSubTypes.Type(value = Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = Deferred.class, name = "deferred"),
    @JsonSubTypes.Type(value = Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = Expired.class, name = "expired")
  })
  public sealed interface Outcome {}

  /// The model answered. `raw` is its message as given, JSON text; `cut` says that it was stopped
  /// at its length limit, and is null where it was not.
  public record Answered(String raw, String text, List<ToolCall> toolCalls, @Nullable Boolean cut)
      implements Outcome {
    public Answered {
      toolCalls = List.copyOf(toolCalls);
      cut = Boolean.TRUE.equals(cut) ? true : null;
    }

    /// One that was not cut.
    public Answered(String raw, String text, List<ToolCall> toolCalls) {
      this(raw, text, toolCalls, null);
    }

    public boolean wasCut() {
      return cut != null;
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
