package dev.playloop.journal;

import dev.playloop.loop.Input;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One step of the loop, ready to be chained. `input` and `view` are JSON texts, so that what was
/// serialised once is not serialised again. Hashes are lower-case hex; `promptHash` is that of the
/// turn that was opened, where one was.
public record Entry(
    AgentId agent,
    Instant at,
    String kind,
    String inputId,
    String input,
    @Nullable String view,
    List<LoopEvent> events,
    String commandsHash,
    String stateHash,
    @Nullable String promptHash) {
  /// The kind of an entry that holds a state instead of an input.
  public static final String SNAPSHOT = "snapshot";

  /// What an envelope calls the kind of an input.
  public static String kindOf(Input input) {
    return switch (input) {
      case Input.TriggerArrived ignored -> "trigger-arrived";
      case Input.DecisionMade ignored -> "decision-made";
      case Input.ActionDone ignored -> "action-done";
      case Input.ViewReached ignored -> "view-reached";
      case Input.DeadlinePassed ignored -> "deadline-passed";
      case Input.ConfigChanged ignored -> "config-changed";
      case Input.Controlled ignored -> "controlled";
      case Input.Halted ignored -> "halted";
      case Input.Resumed ignored -> "resumed";
    };
  }

  /// The input id of a snapshot with this number.
  public static String snapshotId(long seq) {
    return SNAPSHOT + "-" + seq;
  }
}
