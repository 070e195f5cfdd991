package dev.playloop.loop.state;

import dev.playloop.schemas.event.LoopEvent;
import java.util.ArrayList;
import java.util.List;

/// What one fold decides: commands, events and messages, each in order. Belongs to its [Draft].
final class FoldOutput {
  private final List<Command> commands = new ArrayList<>();
  private final List<LoopEvent> events = new ArrayList<>();
  private final List<Written> written = new ArrayList<>();
  private final List<Integer> cleared = new ArrayList<>();
  private boolean saw;

  /// A message in its place of the transcript.
  record Written(int place, int index, WrittenMessage message) {}

  void command(Command command) {
    commands.add(command);
  }

  void event(LoopEvent event) {
    events.add(event);
  }

  void write(int place, int index, WrittenMessage message) {
    written.add(new Written(place, index, message));
  }

  /// The view was looked at.
  void saw() {
    saw = true;
  }

  boolean hasSeen() {
    return saw;
  }

  /// The run is over: what it wrote in this fold goes, and what was stored before in its place.
  void clearTranscript(int place) {
    written.removeIf(one -> one.place() == place);
    if (!cleared.contains(place)) {
      cleared.add(place);
    }
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

  /// The places in which messages that were stored before are to be deleted.
  List<Integer> cleared() {
    return cleared.stream().sorted().toList();
  }
}
