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
    Reader reader = new Reader(verifier, journal, agent, visitor);
    journal.read(reader::take);
    return reader.entries;
  }

  /// Reads the entries of all agents; what lies under a key that names none is passed over. A
  /// visitor that wants no more of an agent is shown the others all the same.
  public static void ofAll(JournalVerifier verifier, JournalSource journal, Visitor visitor) {
    Map<String, Reader> readers = new HashMap<>();
    journal.read(record -> {
      if (isAgent(record.key())) {
        readers
            .computeIfAbsent(
                record.key(), key -> new Reader(verifier, journal, new AgentId(key), visitor))
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

  private static final class Reader {
    private final JournalVerifier verifier;
    private final JournalSource journal;
    private final AgentId agent;
    private final Visitor visitor;
    private JournalVerifier.@Nullable Chain chain;
    private long entries;
    private boolean done;

    Reader(JournalVerifier verifier, JournalSource journal, AgentId agent, Visitor visitor) {
      this.verifier = verifier;
      this.journal = journal;
      this.agent = agent;
      this.visitor = visitor;
    }

    void take(JournalRecord record) {
      if (!record.key().equals(agent.value())) {
        return;
      }
      long position = entries++;
      if (done) {
        return;
      }
      JournalVerifier.Chain now = chain;
      if (now == null) {
        now = verifier.begin(agent, start(record.partition()));
        chain = now;
      }
      try {
        done = !visitor.take(moment(now, position, record));
      } catch (InvalidValueException e) {
        now.lose();
      }
    }

    private Moment moment(JournalVerifier.Chain now, long position, JournalRecord record) {
      Read read = verifier.read(record.entry());
      List<Finding> findings = new ArrayList<>(0);
      Finding.Sink sink = Finding.Sink.at(position, read.envelope()::seq, findings::add);
      now.link(read, sink);
      Outcome outcome = findings.isEmpty() ? now.fold(read, sink) : Outcome.NO_STATE;
      if (!findings.isEmpty()) {
        now.lose();
      }
      return new Moment(record, read, outcome, findings, now.progress());
    }

    private @Nullable ChainHead start(int partition) {
      boolean archived =
          journal.extents().stream()
              .anyMatch(extent -> extent.partition() == partition && extent.from() > 0);
      return archived ? null : ChainHead.START;
    }
  }
}
