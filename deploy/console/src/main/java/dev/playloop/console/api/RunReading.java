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
final class RunReading implements StoppedReadings.Stopped {
  private static final int FIRST_TOLD = 200;
  private static final int MOST_TOLD = 2_000;

  /// Of a part's payloads, above which it ends.
  private static final long MOST_BYTES = 4L << 20;

  private final RunAudit audit;
  private final ActionsTold actions;
  private RunRow row;
  private long from;
  private long last;
  private long bytes;
  private List<Told> told = new ArrayList<>();
  private List<@Nullable Long> seqs = new ArrayList<>();
  private @Nullable Long next;

  /// What came of what was read so far.
  private Told.@Nullable Checked checked;

  /// Whether the journal has no more of it than was read.
  private boolean over;

  private long findings;

  /// @param from the offset that its first part begins with; 0: the beginning
  /// @param last the offset of the run's last entry
  RunReading(RunRow row, long from, long last, Worlds worlds) {
    this.row = row;
    this.from = from;
    this.last = last;
    this.actions = new ActionsTold(worlds);
    this.audit = new RunAudit(new RunId(row.run()), false, this::take).until(this::isEnough);
    audit.releasing(action -> actions.sent(action, audit.offset() >= this.from));
  }

  /// A part of a run as it is told.
  ///
  /// @param seqs the number of the entry that each of `told` is of; null where it is of none
  /// @param actions what is known of the actions that are told of, by their ids
  /// @param next the cursor of the next part; null where this is its end
  /// @param findings up to its end
  @RecordBuilder
  record RunTold(
      RunRow row,
      List<Told> told,
      List<@Nullable Long> seqs,
      Map<String, ActionKnown> actions,
      @Nullable String next,
      long findings) {}

  /// Reads the first of the first part.
  ///
  /// @param journal from a whole state before the run
  void begin(JournalSource journal, JournalVerifier verifier) {
    checked = audit.of(journal, verifier);
  }

  /// Begins the part behind the last one.
  ///
  /// @param now the run as it is now
  /// @param end the offset of its last entry
  void anew(RunRow now, long end) {
    row = now;
    last = end;
    from = audit.offset() + 1;
    bytes = audit.bytes();
    next = null;
    over = false;
    actions.anew();
  }

  /// Whether its part takes more of the journal.
  boolean goesOn() {
    return next == null && !over && audit.offset() < last;
  }

  /// Which entry it has read last.
  long seq() {
    return audit.seq();
  }

  /// Up to where it has read.
  long offset() {
    return audit.offset();
  }

  /// Reads on.
  ///
  /// @param rest what lies behind, and maybe some of what was read
  void read(JournalSource rest) {
    long before = audit.offset();
    checked = audit.on(rest);
    over = audit.offset() == before;
  }

  /// The part that was read last.
  ///
  /// @param cursor of the next one
  RunTold told(@Nullable ClusterLedger ledger, @Nullable String cursor) {
    if (next == null && checked != null) {
      told.add(checked);
      seqs.add(null);
    }
    RunTold part =
        RunReadingRunToldBuilder.builder()
            .row(row)
            .told(told)
            .seqs(seqs)
            .actions(actions.known(ledger, row.opened()))
            .next(cursor)
            .findings(findings)
            .build();
    told = new ArrayList<>();
    seqs = new ArrayList<>();
    return part;
  }

  @Override
  public String run() {
    return row.run();
  }

  @Override
  public long weight() {
    return audit.weight();
  }

  @Override
  public @Nullable Long next() {
    return next;
  }

  private void take(Told one) {
    if (one instanceof Told.Differs) {
      findings++;
    }
    // What came of it is said once, at its end.
    if (audit.offset() >= from && !(one instanceof Told.Checked)) {
      told.add(one);
      seqs.add(audit.entry(one));
      actions.told(one);
    }
  }

  /// An entry is told whole.
  private boolean isEnough() {
    if (told.isEmpty()) {
      bytes = audit.bytes();
    } else if (audit.offset() < last
        && (told.size() >= (from == 0 ? FIRST_TOLD : MOST_TOLD)
            || audit.bytes() - bytes >= MOST_BYTES)) {
      next = audit.offset() + 1;
    }
    return next != null;
  }
}
