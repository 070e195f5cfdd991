package dev.playloop.journal;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.state.Transition;
import dev.playloop.loop.talk.TalkMemory;
import dev.playloop.loop.talk.TalkSource;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One agent between two steps: its state, the messages of its runs, and what of its state was
/// written before and need not be written again. Immutable.
///
/// @param talks the index of who said what, and where the rest is read
/// @param wish the view version that is waited for, or [#NO_WISH]
public record Live(
    AgentState state, Transcripts transcripts, TalkMemory talks, StateJson.Parts parts, long wish) {
  public static final long NO_WISH = -1;

  /// An agent before its first input.
  public static Live empty(AgentId agent) {
    return new Live(
        AgentState.empty(agent), Transcripts.EMPTY, TalkMemory.NONE, StateJson.Parts.NONE, NO_WISH);
  }

  /// The same, with its memory of who said what read from there.
  public Live reading(TalkSource source) {
    return new Live(state, transcripts, talks.from(source), parts, wish);
  }

  /// The messages of the open run.
  public Transcript transcript() {
    return transcripts.of(state.run());
  }

  /// When it has to be looked at again although nothing happens.
  public Optional<Instant> deadline() {
    return state.nextDeadline();
  }

  /// Whether the view that is waited for is there once this version is.
  public boolean isReachedBy(long version) {
    return wish != NO_WISH && version >= wish;
  }

  /// The wish after a step: it ends when it is met or something else goes on.
  static long wish(long before, Input input, Transition step) {
    long wish = input instanceof Input.ViewReached ? NO_WISH : before;
    for (Command command : step.commands()) {
      wish =
          switch (command) {
            case Command.AwaitView await -> await.version();
            case Command.OpenTurn _ -> NO_WISH;
            case Command.CloseRun _ -> isViewing(step.state().run()) ? wish : NO_WISH;
            case Command.ReleaseAction _ -> wish;
            case Command.DropTrigger _ -> wish;
          };
    }
    return wish;
  }

  /// A parked run may close while the open one waits for its view.
  private static boolean isViewing(@Nullable Run run) {
    return run != null && run.phase() instanceof Phase.Viewing;
  }
}
