package dev.playloop.journal;

import dev.playloop.journal.Finding.Problem;
import dev.playloop.journal.JournalReader.Read;
import dev.playloop.journal.Refold.Outcome;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.seal.KeyRing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Verifies the journal of one agent: the hash chain and the payload hashes, and, entry by entry,
/// that folding the input again gives the same state, the same prompt and the same commands. It
/// proves nothing about what never reached the journal. Immutable; a [Chain] is one thread's.
public final class JournalVerifier {
  private final Refold refold;
  private final KeyRing keys;

  /// Sealed payloads count as missing.
  public JournalVerifier(Refold refold) {
    this(refold, KeyRing.NONE);
  }

  public JournalVerifier(Refold refold, KeyRing keys) {
    this.refold = refold;
    this.keys = keys;
  }

  /// Reads an entry, with the keys there are. Throws as [JournalReader#read(JournalEntry)] does.
  public Read read(JournalEntry entry) {
    return JournalReader.read(entry, keys);
  }

  /// `notRefolded` entries are chained, but could not be folded again: their payload is missing,
  /// another release wrote them, or no snapshot came before them.
  public record Report(int entries, int refolded, int notRefolded, List<Finding> findings) {
    public boolean holds() {
      return findings.isEmpty();
    }
  }

  /// Begins the chain of `agent`. `start` is the head before its first entry, null where it may
  /// begin anywhere (earlier ones were archived).
  public Chain begin(AgentId agent, @Nullable ChainHead start) {
    return new Chain(agent, start, refold.begin(agent, start));
  }

  /// Verifies `entries` of `agent` in the order of the log. `start` as in [#begin]; `end` is a
  /// checkpoint kept elsewhere that tells where the chain must end, or null.
  public Report verify(
      AgentId agent,
      List<JournalEntry> entries,
      @Nullable ChainHead start,
      @Nullable ChainHead end) {
    List<Finding> findings = new ArrayList<>();
    Chain chain = begin(agent, start);
    int refolded = 0;
    for (int i = 0; i < entries.size(); i++) {
      int before = findings.size();
      long[] seq = {-1};
      Finding.Sink sink = Finding.Sink.at(i, () -> seq[0], findings::add);
      Read read = read(entries.get(i), sink);
      if (read == null) {
        chain.lose();
        continue;
      }
      seq[0] = read.envelope().seq();
      chain.link(read, sink);
      if (findings.size() == before
          && chain.fold(read, sink) == Outcome.FOLDED
          && findings.size() == before) {
        refolded++;
      }
      if (findings.size() > before) {
        chain.lose();
      }
    }
    if (end != null && !end.equals(chain.head())) {
      Finding.Sink.at(entries.size(), () -> end.seq() - 1, findings::add)
          .add(Problem.WRONG_END, "head", String.valueOf(chain.head()), String.valueOf(end));
    }
    return new Report(entries.size(), refolded, entries.size() - refolded, List.copyOf(findings));
  }

  private @Nullable Read read(JournalEntry entry, Finding.Sink findings) {
    try {
      return read(entry);
    } catch (InvalidValueException e) {
      findings.add(Problem.UNREADABLE, e.field(), e.got(), e.expected());
      return null;
    }
  }

  /// One agent's chain as it is read. Holds the head and the agent's state.
  public static final class Chain {
    private final AgentId agent;
    private final Refold.Progress progress;
    private @Nullable ChainHead head;
    private @Nullable FoldRelease release;

    private Chain(AgentId agent, @Nullable ChainHead start, Refold.Progress progress) {
      this.agent = agent;
      this.head = start;
      this.progress = progress;
    }

    /// Behind the last entry that was linked; null before the first of an archived chain.
    public @Nullable ChainHead head() {
      return head;
    }

    public Refold.Progress progress() {
      return progress;
    }

    /// One that goes on from here on its own.
    public Chain fork() {
      Chain fork = new Chain(agent, head, progress.fork());
      fork.release = release;
      return fork;
    }

    /// Nothing can be folded again before the next snapshot.
    public void lose() {
      progress.lose();
    }

    /// Checks that `read` is what comes next, and goes on from it in any case.
    public void link(Read read, Finding.Sink findings) {
      Envelope envelope = read.envelope();
      ChainHead expected = head;
      if (!agent.equals(envelope.agent())) {
        findings.add(Problem.WRONG_AGENT, "agent", envelope.agent().value(), agent.value());
      }
      if (expected != null && envelope.seq() != expected.seq()) {
        findings.add(
            Problem.OUT_OF_ORDER,
            "seq",
            String.valueOf(envelope.seq()),
            String.valueOf(expected.seq()));
      }
      if (expected != null && !expected.previous().equals(envelope.previous())) {
        findings.add(Problem.BROKEN_CHAIN, "previous", envelope.previous(), expected.previous());
      }
      if (!read.payloadIntact()) {
        findings.add(
            Problem.PAYLOAD_CHANGED,
            "payloadHash",
            envelope.payloadHash(),
            "another hash over the payload's bytes");
      }
      FoldRelease now = new FoldRelease(envelope.fold(), envelope.catalogue());
      if (release != null && !release.equals(now) && !envelope.kind().equals(Entry.SNAPSHOT)) {
        findings.add(
            Problem.RELEASE_CHANGED, "catalogue", now + " without a snapshot", release.toString());
      }
      release = now;
      head = new ChainHead(envelope.seq() + 1, read.hash());
    }

    /// Folds it again; call after [#link].
    public Outcome fold(Read read, Finding.Sink findings) {
      return progress.fold(read, findings);
    }
  }
}
