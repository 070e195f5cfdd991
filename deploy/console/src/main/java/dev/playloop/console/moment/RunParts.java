package dev.playloop.console.moment;

import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.console.index.IndexReads;
import dev.playloop.console.index.Spot;
import dev.playloop.console.row.RunRow;
import dev.playloop.console.source.ConsoleJournal;
import dev.playloop.journal.JournalReader;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry.Body;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parts of a journal that a question takes: from the nearest whole state before it. Safe for
/// all threads.
public final class RunParts {
  /// Of an agent with so few entries all are read.
  private static final long FEW = 1_000;

  private final ConsoleJournal journal;
  private final IndexReads reads;

  public RunParts(ConsoleJournal journal, IndexReads reads) {
    this.journal = journal;
    this.reads = reads;
  }

  /// The beginning of a run, up to that entry of it or its end: its trigger, and what it takes to
  /// fold them; null where the index has none of its entries.
  public @Nullable JournalSource of(RunRow run, long to) throws InterruptedException {
    return from(run, run.arrived(), to);
  }

  /// What the journal has from one entry of a run to another, both with them, which begins with no
  /// whole state: for who has read up to the first. Null where the index has none of it.
  public @Nullable JournalSource between(RunRow run, long from, long to)
      throws InterruptedException {
    AgentId agent = new AgentId(run.agent());
    Spot begin = reads.spot(agent, from);
    Spot end = end(run, to);
    return begin == null || end == null ? null : journal.stretch(agent, begin, end);
  }

  /// What it takes to fold a run, without what came before its beginning.
  public @Nullable JournalSource opened(RunRow run) throws InterruptedException {
    return from(run, run.first(), run.last());
  }

  private @Nullable JournalSource from(RunRow run, long seq, long to) throws InterruptedException {
    AgentId agent = new AgentId(run.agent());
    Spot last = end(run, to);
    Spot begin = seq == 0 ? null : reads.snapshot(agent, seq - 1);
    Spot from = begin == null ? reads.first(agent) : begin;
    return last == null || from == null ? null : journal.stretch(agent, from, last);
  }

  private @Nullable Spot end(RunRow run, long to) throws InterruptedException {
    AgentId agent = new AgentId(run.agent());
    Spot end = to < run.last() ? reads.spot(agent, to) : null;
    return end == null ? reads.spot(agent, run.last()) : end;
  }

  /// What tells what an agent is at; null where it has no entry.
  public @Nullable JournalSource newest(AgentId agent) throws InterruptedException {
    Spot last = reads.last(agent);
    Spot first = reads.first(agent);
    if (last == null || first == null) {
      return null;
    }
    boolean few = last.row().seq() - first.row().seq() <= FEW;
    Spot begin = few ? null : reads.snapshot(agent, last.row().seq());
    return journal.stretch(agent, begin == null ? first : begin, last);
  }

  /// What one entry tells; null where it can't be read, or its key is gone.
  public @Nullable Body body(AgentId agent, Spot spot) {
    List<JournalRecord> found = new ArrayList<>(1);
    one(agent, spot).read(found::add);
    try {
      return found.isEmpty()
          ? null
          : JournalReader.read(found.getFirst().entry(), journal.keys()).body();
    } catch (InvalidValueException e) {
      return null;
    }
  }

  /// One entry alone.
  public JournalSource one(AgentId agent, Spot spot) {
    return journal.stretch(agent, spot, spot);
  }
}
