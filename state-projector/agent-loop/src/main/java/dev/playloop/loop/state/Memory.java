package dev.playloop.loop.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.playloop.schemas.event.LoopEvent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent keeps beyond a run: key facts, lines of its own journal, recent exchanges, all in
/// the order they came, and where its work goes on from run to run.
public record Memory(
    List<Fact> facts,
    List<Note> notes,
    List<Exchange> exchanges,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Work work) {
  static final Memory NOTHING = new Memory(List.of(), List.of(), List.of(), null);

  public Memory {
    facts = List.copyOf(facts);
    notes = List.copyOf(notes);
    exchanges = List.copyOf(exchanges);
  }

  public Memory withFacts(List<Fact> next) {
    return new Memory(next, notes, exchanges, work);
  }

  public Memory withNotes(List<Note> next) {
    return new Memory(facts, next, exchanges, work);
  }

  public Memory withExchanges(List<Exchange> next) {
    return new Memory(facts, notes, next, work);
  }

  public Memory withWork(@Nullable Work next) {
    return new Memory(facts, notes, exchanges, next);
  }

  public boolean isEmpty() {
    return facts.isEmpty() && notes.isEmpty() && exchanges.isEmpty() && work == null;
  }

  /// Work that many runs share.
  ///
  /// @param iteration how many of them have begun
  /// @param plan what the last one left of it, done steps included
  public record Work(int iteration, List<Goals.PlanStep> plan) {
    public Work {
      plan = List.copyOf(plan);
    }
  }

  /// `subject` is whom the run was about that it was remembered in.
  public record Fact(String key, String value, @Nullable String subject) {}

  /// A line of its own journal, likewise.
  public record Note(String text, @Nullable String subject) {}

  /// One closed run in a line.
  public record Exchange(
      Instant at,
      String kind,
      @Nullable String subject,
      LoopEvent.@Nullable RunOutcome outcome,
      String text) {}
}
