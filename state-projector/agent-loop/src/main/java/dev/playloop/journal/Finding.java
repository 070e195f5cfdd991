package dev.playloop.journal;

import dev.playloop.schemas.event.LoopEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// A difference: what the journal says of a field, and what was computed or had to follow instead.
///
/// @param position counts the entries of the agent that were looked at, from 0
/// @param seq the entry's number as it says itself; -1 where it can't be read
public record Finding(
    long position, long seq, Problem problem, String field, String journal, String computed) {
  /// What is wrong with an entry.
  public enum Problem {
    /// It is no journal entry.
    UNREADABLE,
    /// It belongs to another agent.
    WRONG_AGENT,
    /// Its number is not the next one: an entry was deleted, inserted or moved.
    OUT_OF_ORDER,
    /// It does not name the entry before it: that one was edited, or another stood there.
    BROKEN_CHAIN,
    /// Its payload is not the one its envelope was written for.
    PAYLOAD_CHANGED,
    /// Its envelope does not say what its payload says.
    ENVELOPE_DIFFERS,
    /// Another release goes on in the middle of a chain without a snapshot.
    RELEASE_CHANGED,
    /// Folding it again gives another state.
    STATE_DIFFERS,
    /// Folding it again gives another prompt.
    PROMPT_DIFFERS,
    /// Folding it again gives other commands.
    COMMANDS_DIFFER,
    /// Folding it again gives other events.
    EVENTS_DIFFER,
    /// The chain ends elsewhere than it must.
    WRONG_END
  }

  /// The difference in words.
  public String detail() {
    return field + ": the journal says " + journal + ", expected " + computed;
  }

  /// Who collects the findings about one entry.
  @FunctionalInterface
  public interface Sink {
    void add(Problem problem, String field, String journal, String computed);

    /// Adds it where both differ.
    default void compare(Problem problem, String field, String journal, String computed) {
      if (!computed.equals(journal)) {
        add(problem, field, journal, computed);
      }
    }

    /// Adds it where other events come of it.
    default void compareEvents(List<LoopEvent> journal, List<LoopEvent> computed) {
      if (!journal.equals(computed)) {
        compare(
            Problem.EVENTS_DIFFER,
            "events",
            new String(JournalWriter.events(journal), StandardCharsets.UTF_8),
            new String(JournalWriter.events(computed), StandardCharsets.UTF_8));
      }
    }

    /// Hands on what is found about the entry at `position`.
    ///
    /// @param seq its number, asked for at each finding, since it is known only once it was read
    static Sink at(long position, LongSupplier seq, Consumer<Finding> findings) {
      return (problem, field, journal, computed) ->
          findings.accept(
              new Finding(position, seq.getAsLong(), problem, field, journal, computed));
    }
  }
}
