package dev.playloop.projector.journal;

import dev.playloop.projector.journal.JournalReader.Read;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.JournalEntry;
import dev.playloop.schemas.id.AgentId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Verifies the journal of one agent: the hash chain and the payload hashes, and, entry by entry,
/// that folding the input again gives the same state and the same commands (prompts included). It
/// proves nothing about what never reached the journal. Immutable.
public final class JournalVerifier {
  private final Refold refold;

  public JournalVerifier(Refold refold) {
    this.refold = refold;
  }

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
    /// Folding it again gives another state.
    STATE_DIFFERS,
    /// Folding it again gives other commands or prompts.
    COMMANDS_DIFFER,
    /// The chain ends elsewhere than the checkpoint says.
    WRONG_END
  }

  /// One finding; `position` counts the given entries from 0.
  public record Finding(int position, Problem problem, String detail) {}

  /// `notRefolded` entries are chained, but could not be folded again: their payload is missing,
  /// another release wrote them, or no snapshot came before them.
  public record Report(int entries, int refolded, int notRefolded, List<Finding> findings) {
    public boolean holds() {
      return findings.isEmpty();
    }
  }

  /// Verifies `entries` of `agent` in the order of the log. `start` is the head before the first of
  /// them, null where they may begin anywhere (earlier ones were archived). `end` is a checkpoint
  /// kept elsewhere that tells where the chain must end, or null.
  public Report verify(
      AgentId agent,
      List<JournalEntry> entries,
      @Nullable ChainHead start,
      @Nullable ChainHead end) {
    List<Finding> findings = new ArrayList<>();
    Refold.Progress progress = refold.begin(agent, start);
    ChainHead head = start;
    int refolded = 0;
    int notRefolded = 0;
    for (int i = 0; i < entries.size(); i++) {
      Read read;
      try {
        read = JournalReader.read(entries.get(i));
      } catch (InvalidValueException e) {
        findings.add(new Finding(i, Problem.UNREADABLE, String.valueOf(e.getMessage())));
        progress.lose();
        continue;
      }
      int before = findings.size();
      chain(i, agent, read, head, findings);
      if (findings.size() == before && progress.fold(i, read, findings)) {
        refolded++;
      } else {
        notRefolded++;
      }
      if (findings.size() > before) {
        progress.lose();
      }
      head = new ChainHead(read.envelope().seq() + 1, read.hash());
    }
    if (end != null && !end.equals(head)) {
      findings.add(
          new Finding(entries.size(), Problem.WRONG_END, "expected " + end + ", got " + head));
    }
    return new Report(entries.size(), refolded, notRefolded, List.copyOf(findings));
  }

  private static void chain(
      int position, AgentId agent, Read read, @Nullable ChainHead head, List<Finding> findings) {
    JournalEntry.Envelope envelope = read.envelope();
    if (!agent.equals(envelope.agent())) {
      findings.add(
          new Finding(
              position, Problem.WRONG_AGENT, "expected " + agent + ", got " + envelope.agent()));
    }
    if (head != null && envelope.seq() != head.seq()) {
      findings.add(
          new Finding(
              position,
              Problem.OUT_OF_ORDER,
              "expected number " + head.seq() + ", got " + envelope.seq()));
    }
    if (head != null && !head.previous().equals(envelope.previous())) {
      findings.add(
          new Finding(
              position,
              Problem.BROKEN_CHAIN,
              "expected predecessor " + head.previous() + ", got " + envelope.previous()));
    }
    if (!read.payloadIntact()) {
      findings.add(
          new Finding(
              position, Problem.PAYLOAD_CHANGED, "the payload does not fit " + envelope.seq()));
    }
  }
}
