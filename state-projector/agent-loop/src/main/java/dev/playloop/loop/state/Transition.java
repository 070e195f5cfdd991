package dev.playloop.loop.state;

import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import java.util.List;

/// What one input comes to. The shell first deletes all stored messages of the agent if
/// `transcriptCleared` (there were [AgentState#messages] of the state before), then puts each of
/// `appended` under its index, then stores `state`, and publishes the commands.
public record Transition(
    AgentState state,
    List<Command> commands,
    List<LoopEvent> events,
    List<Appended> appended,
    boolean transcriptCleared) {
  public Transition {
    commands = List.copyOf(commands);
    events = List.copyOf(events);
    appended = List.copyOf(appended);
  }

  public Transition(Draft draft) {
    this(
        new AgentState(draft),
        draft.output().commands(),
        draft.output().events(),
        draft.output().written().stream()
            .map(one -> new Appended(one.index(), one.message()))
            .toList(),
        draft.output().isCleared());
  }

  /// A message of the open run's transcript and its place in it, from 0. Places are written once;
  /// answers to parallel tool calls may fill theirs out of order, and when a turn is opened every
  /// place below [AgentState#messages] is filled.
  public record Appended(int index, WrittenMessage written) {
    public Message message() {
      return written.message();
    }
  }
}
