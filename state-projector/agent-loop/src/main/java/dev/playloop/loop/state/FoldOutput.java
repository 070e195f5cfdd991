package dev.playloop.loop.state;

import dev.playloop.schemas.event.LoopEvent;
import java.util.ArrayList;
import java.util.List;

/// What one fold decides: commands, events and messages, each in order. Belongs to its [Draft].
final class FoldOutput {
  private final List<Command> commands = new ArrayList<>();
  private final List<LoopEvent> events = new ArrayList<>();
  private final List<Written> written = new ArrayList<>();
  private boolean cleared;

  /// A message in its place of the transcript.
  record Written(int index, WrittenMessage message) {}

  void command(Command command) {
    commands.add(command);
  }

  void event(LoopEvent event) {
    events.add(event);
  }

  void write(int index, WrittenMessage message) {
    written.add(new Written(index, message));
  }

  /// The run is over: what it wrote in this fold goes, and what was stored before.
  void clearTranscript() {
    written.clear();
    cleared = true;
  }

  List<Command> commands() {
    return List.copyOf(commands);
  }

  List<LoopEvent> events() {
    return List.copyOf(events);
  }

  List<Written> written() {
    return List.copyOf(written);
  }

  /// Whether messages that were stored before are to be deleted.
  boolean isCleared() {
    return cleared;
  }
}
