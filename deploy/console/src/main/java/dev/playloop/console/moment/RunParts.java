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

  /// All of a run, its trigger, and what it takes to fold them; null where the index has none of
  /// its entries.
  public @Nullable JournalSource of(RunRow run) throws InterruptedException {
    return from(run, run.arrived());
  }

  /// What it takes to fold a run, without what came before its beginning.
  public @Nullable JournalSource opened(RunRow run) throws InterruptedException {
    return from(run, run.first());
  }

  private @Nullable JournalSource from(RunRow run, long seq) throws InterruptedException {
    AgentId agent = new AgentId(run.agent());
    Spot last = reads.spot(agent, run.last());
    Spot begin = seq == 0 ? null : reads.snapshot(agent, seq - 1);
    Spot from = begin == null ? reads.first(agent) : begin;
    return last == null || from == null ? null : journal.stretch(agent, from, last);
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
