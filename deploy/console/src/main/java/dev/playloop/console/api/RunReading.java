package dev.playloop.console.api;

import dev.playloop.audit.JournalSource;
import dev.playloop.console.api.ActionsTold.ActionKnown;
import dev.playloop.console.row.RunRow;
import dev.playloop.console.source.ClusterLedger;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.operator.RunAudit;
import dev.playloop.operator.Told;
import dev.playloop.schemas.id.RunId;
import dev.playloop.worlds.model.Worlds;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run that is told part by part, each going on where the last one ended: folding it anew for
/// each part would take a long run as often as it has parts. The first part is a small one, so that
/// somebody sees how the run begins. Used by one thread at a time.
final class RunReading {
  private static final int FIRST_TOLD = 200;
  private static final int MOST_TOLD = 2_000;

  /// So many entries are had from the journal at once.
  private static final long STRIDE = 1_000;

  /// Of a part's payloads, above which it ends.
  private static final long MOST_BYTES = 4L << 20;

  private final RunAudit audit;
  private final ActionsTold actions;
  private RunRow row;
  private long from;
  private long bytes;
  private List<Told> told = new ArrayList<>();
  private List<@Nullable Long> seqs = new ArrayList<>();
  private @Nullable Long next;

  /// What came of what was read so far.
  private Told.@Nullable Checked checked;

  private long stride = STRIDE;

  /// Whether the journal has no more of it than was read.
  private boolean over;

  private long findings;

  /// @param from the entry that its first part begins with; 0: the beginning
  RunReading(RunRow row, long from, Worlds worlds) {
    this.row = row;
    this.from = from;
    this.actions = new ActionsTold(worlds);
    this.audit = new RunAudit(new RunId(row.run()), false, this::take).until(this::isEnough);
    audit.releasing(action -> actions.sent(action, audit.seq() >= this.from));
  }

  /// A part of a run as it is told.
  ///
  /// @param seqs the number of the entry that each of `told` is of; null where it is of none
  /// @param actions what is known of the actions that are told of, by their ids
  /// @param next from which entry on there is more; null where this is its end
  /// @param findings up to its end
  @RecordBuilder
  record RunTold(
      RunRow row,
      List<Told> told,
      List<@Nullable Long> seqs,
      Map<String, ActionKnown> actions,
      @Nullable Long next,
      long findings) {}

  /// Reads the first of the first part.
  ///
  /// @param journal from a whole state before the run to [#end]
  void begin(JournalSource journal, JournalVerifier verifier) {
    checked = audit.of(journal, verifier);
  }

  /// Begins the part behind the last one.
  ///
  /// @param now the run as it is now
  void anew(RunRow now) {
    row = now;
    from = audit.seq() + 1;
    bytes = audit.bytes();
    told = new ArrayList<>();
    seqs = new ArrayList<>();
    next = null;
    over = false;
    actions.anew();
  }

  /// Whether its part takes more of the journal.
  boolean goesOn() {
    return next == null && !over && audit.seq() < row.last();
  }

  /// Which entry it has read last.
  long begin() {
    return audit.seq();
  }

  /// Up to which it reads then.
  long end() {
    return Math.max(Math.max(from, row.first()), begin()) + stride;
  }

  /// Reads on. Where a stretch has nothing that can be read, the rest is had at once.
  ///
  /// @param rest from [#begin] to [#end]
  void read(JournalSource rest) {
    long before = audit.entries();
    checked = audit.on(rest);
    boolean none = audit.entries() == before;
    over = none && stride > STRIDE;
    stride = none ? row.last() + 1 : STRIDE;
  }

  /// The part that was read last.
  RunTold told(@Nullable ClusterLedger ledger) {
    if (next == null && checked != null) {
      told.add(checked);
      seqs.add(null);
    }
    return RunReadingRunToldBuilder.builder()
        .row(row)
        .told(told)
        .seqs(seqs)
        .actions(actions.known(ledger, row.opened()))
        .next(next)
        .findings(findings)
        .build();
  }

  String run() {
    return row.run();
  }

  /// Where the next part begins; null where there is none.
  @Nullable Long next() {
    return next;
  }

  private void take(Told one) {
    if (one instanceof Told.Differs) {
      findings++;
    }
    // What came of it is said once, at its end.
    if (audit.seq() >= from && !(one instanceof Told.Checked)) {
      told.add(one);
      seqs.add(audit.entry(one));
      actions.told(one);
    }
  }

  /// An entry is told whole.
  private boolean isEnough() {
    if (told.isEmpty()) {
      bytes = audit.bytes();
    } else if (audit.seq() < row.last()
        && (told.size() >= (from == 0 ? FIRST_TOLD : MOST_TOLD)
            || audit.bytes() - bytes >= MOST_BYTES)) {
      next = audit.seq() + 1;
    }
    return next != null;
  }
}
