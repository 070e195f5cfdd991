package dev.playloop.journal;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.Transition;
import org.jspecify.annotations.Nullable;

/// The messages of an agent's runs: those of the open one and those of the parked one lie apart, in
/// two places, so that none moves where a run is parked. Immutable.
public record Transcripts(Transcript first, Transcript second) {
  public static final int PLACES = 2;
  public static final Transcripts EMPTY = new Transcripts(Transcript.EMPTY, Transcript.EMPTY);

  /// With these messages in that place.
  public Transcripts with(int place, Transcript transcript) {
    return place == 0 ? new Transcripts(transcript, second) : new Transcripts(first, transcript);
  }

  /// What lies in that place.
  public Transcript at(int place) {
    return place == 0 ? first : second;
  }

  /// That of a run; an empty one where there is no run.
  public Transcript of(@Nullable Run run) {
    return run == null ? Transcript.EMPTY : at(run.transcript().place());
  }

  /// What a step makes of them.
  Transcripts after(Transition step) {
    if (step.appended().isEmpty() && step.cleared().isEmpty()) {
      return this;
    }
    return new Transcripts(first.after(step, 0), second.after(step, 1));
  }

  /// The length of all messages' JSON.
  public int bytes() {
    return first.bytes() + second.bytes();
  }

  /// As a snapshot holds them.
  static Transcripts of(AgentState state, Transcript open, Transcript parked) {
    Transcripts all = EMPTY;
    Run run = state.run();
    Run waiting = state.parked();
    all = run == null ? all : all.with(run.transcript().place(), open);
    return waiting == null ? all : all.with(waiting.transcript().place(), parked);
  }
}
