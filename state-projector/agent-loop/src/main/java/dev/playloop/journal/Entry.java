package dev.playloop.journal;

import dev.playloop.loop.Input;
import dev.playloop.loop.StateHash;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One step of the loop, ready to be chained. `input` and `view` are JSON texts, so that what was
/// serialised once is not serialised again. Hashes are lower-case hex; `promptHash` is that of the
/// turn that was opened, where one was.
///
/// @param subject whose data it holds; null: nobody's in particular, as that of a snapshot
public record Entry(
    AgentId agent,
    @Nullable String subject,
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

  /// What stands for the commands of an entry that has none.
  static final String NO_COMMANDS = Sha256.hex("");

  static Entry of(Taken taken, String input, @Nullable String view) {
    return new Entry(
        taken.next().state().agent(),
        taken.subject(),
        taken.input().at(),
        kindOf(taken.input()),
        taken.input().id(),
        input,
        view,
        taken.step().events(),
        taken.rendered().commandsHash(),
        taken.json().hash(),
        taken.rendered().promptHash());
  }

  /// An agent as it is.
  ///
  /// @param state the JSON of its state
  /// @param seq the entry's number in the chain
  public static Entry snapshot(Live live, byte[] state, long seq) {
    return new Entry(
        live.state().agent(),
        null,
        live.state().at(),
        SNAPSHOT,
        snapshotId(seq),
        Snapshot.json(state, live.transcript()),
        null,
        List.of(),
        NO_COMMANDS,
        StateHash.ofJson(state),
        null);
  }

  /// What an envelope calls the kind of an input.
  public static String kindOf(Input input) {
    return switch (input) {
      case Input.TriggerArrived _ -> "trigger-arrived";
      case Input.DecisionMade _ -> "decision-made";
      case Input.ActionDone _ -> "action-done";
      case Input.ViewReached _ -> "view-reached";
      case Input.DeadlinePassed _ -> "deadline-passed";
      case Input.ConfigChanged _ -> "config-changed";
      case Input.Controlled _ -> "controlled";
      case Input.Halted _ -> "halted";
      case Input.Resumed _ -> "resumed";
    };
  }

  /// The input id of a snapshot with this number.
  public static String snapshotId(long seq) {
    return SNAPSHOT + "-" + seq;
  }
}
