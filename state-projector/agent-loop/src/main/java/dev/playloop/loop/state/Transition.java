package dev.playloop.loop.state;

import dev.playloop.loop.talk.TalkStep;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one input comes to. The shell first deletes the stored messages of the agent in each place
/// that is `cleared` (there were [AgentState#messages] of the state before), then puts each of
/// `appended` under its place and index, then stores `state`, and publishes the commands.
///
/// @param saw whether the view was looked at, which has to be journaled then
/// @param talks what became of the memory of who said what
@RecordBuilder
public record Transition(
    AgentState state,
    List<Command> commands,
    List<LoopEvent> events,
    List<Appended> appended,
    List<Integer> cleared,
    boolean saw,
    TalkStep talks) {
  public Transition {
    commands = List.copyOf(commands);
    events = List.copyOf(events);
    appended = List.copyOf(appended);
    cleared = List.copyOf(cleared);
  }

  public Transition(Draft draft) {
    this(
        new AgentState(draft),
        draft.output().commands(),
        draft.output().events(),
        draft.output().written().stream()
            .map(one -> new Appended(one.place(), one.index(), one.message()))
            .toList(),
        draft.output().cleared(),
        draft.output().hasSeen(),
        draft.talks().step());
  }

  /// The trigger of the run that was opened; null where none was.
  public @Nullable String opened() {
    String opened = null;
    for (LoopEvent event : events) {
      if (event instanceof LoopEvent.RunOpened run) {
        opened = run.trigger();
      }
    }
    return opened;
  }

  /// A message of a run's transcript, where that lies, and its index in it, from 0. Indexes are
  /// written once; answers to parallel tool calls may fill theirs out of order, and when a turn is
  /// opened every index below [AgentState#messages] is filled.
  public record Appended(int place, int index, WrittenMessage written) {
    public Message message() {
      return written.message();
    }
  }
}
