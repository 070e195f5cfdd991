package dev.playloop.console.moment;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.evidence.Replaying;
import dev.playloop.audit.evidence.Replaying.Then;
import dev.playloop.console.index.IndexReads;
import dev.playloop.console.index.Spot;
import dev.playloop.console.source.ConsoleJournal;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What agents were, entry by entry, as `replay` tells it: folded from the nearest whole state, and
/// not from the beginning. Keeps [#REELS] stretches and the moments around the last that was asked
/// for in each, so that the next step is at hand. Safe for all threads; one folds at a time.
public final class PastStates {
  static final int REELS = 16;

  private final ConsoleJournal journal;
  private final IndexReads reads;
  private final Supplier<FoldBuild> build;
  private final Map<String, Reel> reels =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Reel> eldest) {
          return size() > REELS;
        }
      };

  public PastStates(ConsoleJournal journal, IndexReads reads, Supplier<FoldBuild> build) {
    this.journal = journal;
    this.reads = reads;
    this.build = build;
  }

  /// Keeps nothing of what was read.
  public synchronized void forget() {
    reels.clear();
  }

  /// Behind the last entry up to `time`; null where there is none. Throws [AuditException] where
  /// the journal does not tell.
  public @Nullable Then at(AgentId agent, Instant time) throws InterruptedException {
    Spot spot = reads.upTo(agent, time);
    return spot == null ? null : behind(agent, spot);
  }

  /// Behind the entry of that number; null where there is none. Throws [AuditException] where the
  /// journal does not tell.
  public @Nullable Then behind(AgentId agent, long seq) throws InterruptedException {
    Spot spot = reads.spot(agent, seq);
    return spot == null ? null : behind(agent, spot);
  }

  private synchronized Then behind(AgentId agent, Spot spot) throws InterruptedException {
    long seq = spot.row().seq();
    Spot snapshot = reads.snapshot(agent, seq);
    Spot from = snapshot == null ? first(agent) : snapshot;
    Then then = reel(agent, from, spot).at(seq, this::verifier);
    if (then != null && then.view() == null) {
      then = withView(agent, from, then);
    }
    return then == null ? fromTheBeginning(agent, spot) : then;
  }

  /// What was seen last before the stretch begins. Where that can't be told from its own stretch,
  /// only the whole tells.
  private @Nullable Then withView(AgentId agent, Spot from, Then then) throws InterruptedException {
    Spot saw = reads.saw(agent, from.row().seq());
    if (saw == null) {
      return then;
    }
    Then seen;
    try {
      seen = behind(agent, saw);
    } catch (AuditException e) {
      return null;
    }
    if (seen.viewAt() == null || !seen.viewAt().equals(seen.at())) {
      return null;
    }
    return Reel.seeing(then, Objects.requireNonNull(seen.view()), seen.viewAt());
  }

  private Reel reel(AgentId agent, Spot from, Spot to) throws InterruptedException {
    String key = agent + "@" + from.row().seq();
    Reel known = reels.get(key);
    if (known == null || known.last() < to.row().seq()) {
      long before = reads.findingsBefore(agent, from.row().seq());
      Spot end = end(agent, to);
      JournalSource stretch = journal.stretch(agent, from, end);
      known = new Reel(agent, stretch, end.row().seq(), before);
      reels.put(key, known);
    }
    return known;
  }

  /// Some entries further, since whoever steps goes on.
  private Spot end(AgentId agent, Spot to) throws InterruptedException {
    Spot further = reads.spot(agent, to.row().seq() + Reel.AHEAD);
    Spot last = further == null ? reads.last(agent) : further;
    return last == null
            || last.row().partition() != to.row().partition()
            || last.row().offset() < to.row().offset()
        ? to
        : last;
  }

  private JournalVerifier verifier() {
    return build.get().verifier(journal.keys());
  }

  private Then fromTheBeginning(AgentId agent, Spot spot) throws InterruptedException {
    return Replaying.behind(agent, spot.row().seq())
        .from(journal.stretch(agent, first(agent), spot), build.get().verifier(journal.keys()));
  }

  private Spot first(AgentId agent) throws InterruptedException {
    return Objects.requireNonNull(reads.first(agent), "an entry is there, so a first one is");
  }
}
