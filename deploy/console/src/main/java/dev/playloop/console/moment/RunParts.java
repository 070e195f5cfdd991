package dev.playloop.console.moment;

import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.console.index.IndexReads;
import dev.playloop.console.index.Spot;
import dev.playloop.console.index.StrideReads;
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

  private static final StrideReads.Stride STRIDE = new StrideReads.Stride(1_000, 8L << 20);

  /// What the first part of a run takes, or little more.
  private static final StrideReads.Stride FIRST = new StrideReads.Stride(250, 8L << 20);

  private final ConsoleJournal journal;
  private final IndexReads reads;
  private final StrideReads strides;

  public RunParts(ConsoleJournal journal, IndexReads reads) {
    this.journal = journal;
    this.reads = reads;
    this.strides = reads.strides();
  }

  /// Where a run lies, from what it takes to fold its trigger and itself to the last that it has;
  /// null where the index has none of its entries.
  public @Nullable Range of(RunRow run) throws InterruptedException {
    AgentId agent = new AgentId(run.agent());
    Spot begin = run.arrived() == 0 ? null : reads.snapshot(agent, run.arrived() - 1);
    Spot whole = begin == null ? reads.first(agent) : begin;
    if (whole == null) {
      return null;
    }
    int partition = whole.row().partition();
    Spot last = reads.spot(agent, run.last(), partition, Long.MAX_VALUE);
    Spot named = strides.lastOf(run.run(), partition);
    Spot end =
        last == null || (named != null && named.row().offset() > last.row().offset())
            ? named
            : last;
    if (end == null || end.row().offset() < whole.row().offset()) {
      return null;
    }
    Spot opened = reads.spot(agent, run.first(), partition, end.row().offset());
    return new Range(agent, whole, opened == null ? end : opened, end);
  }

  /// A stretch of the log.
  ///
  /// @param whole the whole state that it begins with
  /// @param opened where the run opened; the end where that is not there
  public record Range(AgentId agent, Spot whole, Spot opened, Spot end) {
    /// The offset of its last entry.
    public long last() {
      return end.row().offset();
    }
  }

  /// Its beginning, some entries beyond where the run opened.
  public JournalSource begin(Range range) throws InterruptedException {
    Spot opened =
        range.opened.row().offset() < range.whole.row().offset() ? range.whole : range.opened;
    return journal.stretch(
        range.agent, range.whole, further(range, opened, opened.row().offset(), FIRST));
  }

  /// A stride more, for who has read up to that entry, and to that offset; what was read comes once
  /// more.
  public JournalSource behind(Range range, long seq, long offset) throws InterruptedException {
    Spot read = reads.spot(range.agent, seq, range.whole.row().partition(), offset);
    Spot from =
        read == null || read.row().offset() < range.whole.row().offset() ? range.whole : read;
    return journal.stretch(range.agent, from, further(range, from, offset, STRIDE));
  }

  private Spot further(Range range, Spot from, long offset, StrideReads.Stride stride)
      throws InterruptedException {
    Spot next = strides.further(range.agent, from, offset, stride);
    return next == null || next.row().offset() > range.last() ? range.end : next;
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
