package dev.playloop.audit;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Finding;
import dev.playloop.journal.JournalReader.Read;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Refold;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Goes through the journal of one agent, or of all, entry by entry, verifying and folding again,
/// and shows each moment on the way. Holds the state of each agent that is asked for. Used by one
/// thread.
public final class Moments {
  private Moments() {}

  /// What the journal was behind one entry.
  ///
  /// @param findings what differs in this entry; empty where nothing does
  /// @param progress the state, and what the entry came to; valid until the next entry
  public record Moment(
      JournalRecord record,
      Read read,
      Outcome outcome,
      List<Finding> findings,
      Refold.Progress progress) {}

  /// Who looks at each.
  @FunctionalInterface
  public interface Visitor {
    /// False: no more is wanted.
    boolean take(Moment moment);
  }

  /// Reads all entries of `agent`; returns how many there are. An entry that is none comes as a
  /// finding of the next one: its number is missing.
  public static long of(
      JournalVerifier verifier, JournalSource journal, AgentId agent, Visitor visitor) {
    return new Reading(verifier, agent).of(journal, visitor);
  }

  /// Reads the entries of all agents; what lies under a key that names none is passed over. A
  /// visitor that wants no more of an agent is shown the others all the same.
  public static void ofAll(JournalVerifier verifier, JournalSource journal, Visitor visitor) {
    Map<String, Reader> readers = new HashMap<>();
    journal.read(record -> {
      if (isAgent(record.key())) {
        readers
            .computeIfAbsent(
                record.key(),
                key -> new Reader(new Reading(verifier, new AgentId(key)), journal, visitor))
            .take(record);
      }
    });
  }

  private static boolean isAgent(String key) {
    try {
      return new AgentId(key).value().equals(key);
    } catch (InvalidValueException e) {
      return false;
    }
  }

  /// The journal of one agent, read part by part: each goes on where the last one ended. One
  /// thread's.
  public static final class Reading {
    private static final int NONE = -1;

    private final JournalVerifier verifier;
    private final AgentId agent;
    private JournalVerifier.@Nullable Chain chain;
    private long position;

    /// Where the last record lies that was taken.
    private int partition = NONE;

    private long offset = -1;

    public Reading(JournalVerifier verifier, AgentId agent) {
      this.verifier = verifier;
      this.agent = agent;
    }

    /// One that goes on from here on its own.
    public Reading fork() {
      Reading fork = new Reading(verifier, agent);
      fork.chain = chain == null ? null : chain.fork();
      fork.position = position;
      fork.partition = partition;
      fork.offset = offset;
      return fork;
    }

    /// The offset of the last record that was read; -1 before the first.
    public long offset() {
      return offset;
    }

    /// The partition of that record; -1 before the first.
    public int partition() {
      return partition;
    }

    /// Reads what `journal`, or a part of it, has behind what was read; returns how many entries
    /// that are, with those behind the last that the visitor wanted.
    public long of(JournalSource journal, Visitor visitor) {
      Reader reader = new Reader(this, journal, visitor);
      journal.read(reader::take);
      return reader.entries;
    }

    private boolean take(JournalSource journal, JournalRecord record, Visitor visitor) {
      JournalVerifier.Chain now = chain;
      if (now == null) {
        now = verifier.begin(agent, start(journal, record.partition()));
        chain = now;
      }
      partition = record.partition();
      offset = record.offset();
      try {
        return visitor.take(moment(now, position++, record));
      } catch (InvalidValueException e) {
        now.lose();
        return true;
      }
    }

    private Moment moment(JournalVerifier.Chain now, long place, JournalRecord record) {
      Read read = verifier.read(record.entry());
      List<Finding> findings = new ArrayList<>(0);
      Finding.Sink sink = Finding.Sink.at(place, read.envelope()::seq, findings::add);
      now.link(read, sink);
      Outcome outcome = findings.isEmpty() ? now.fold(read, sink) : Outcome.NO_STATE;
      if (!findings.isEmpty()) {
        now.lose();
      }
      return new Moment(record, read, outcome, findings, now.progress());
    }

    private static @Nullable ChainHead start(JournalSource journal, int partition) {
      boolean archived =
          journal.extents().stream()
              .anyMatch(extent -> extent.partition() == partition && extent.from() > 0);
      return archived ? null : ChainHead.START;
    }
  }

  /// One pass over a source. Where the reading had begun, what lies no further than it had come is
  /// passed over, and what lies in another partition.
  private static final class Reader {
    private final Reading reading;
    private final JournalSource journal;
    private final Visitor visitor;
    private final int partition;
    private final long offset;
    private long entries;
    private boolean done;

    Reader(Reading reading, JournalSource journal, Visitor visitor) {
      this.reading = reading;
      this.journal = journal;
      this.visitor = visitor;
      this.partition = reading.partition;
      this.offset = reading.offset;
    }

    void take(JournalRecord record) {
      if (!record.key().equals(reading.agent.value())
          || (partition != Reading.NONE
              && (record.partition() != partition || record.offset() <= offset))) {
        return;
      }
      entries++;
      if (!done) {
        done = !reading.take(journal, record, visitor);
      }
    }
  }
}
