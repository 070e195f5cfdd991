package dev.playloop.console.moment;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.evidence.Replaying;
import dev.playloop.audit.evidence.Replaying.Stand;
import dev.playloop.audit.evidence.Replaying.Then;
import dev.playloop.console.index.IndexReads;
import dev.playloop.console.index.Spot;
import dev.playloop.console.source.ConsoleJournal;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What agents were, entry by entry, as `replay` tells it: folded from the nearest whole state, and
/// not from the beginning. Keeps up to [#REELS] stretches, of some [#BYTES] together where there is
/// more than one, and the moments around the last that was asked for in each, so that the next step
/// is at hand. Safe for all threads; one folds at a time.
public final class PastStates {
  static final int REELS = 16;
  static final long BYTES = 96L << 20;

  private final ConsoleJournal journal;
  private final IndexReads reads;
  private final Supplier<FoldBuild> build;

  /// By how long ago they were asked for, the newest last.
  private final Map<String, Reel> reels = new LinkedHashMap<>(16, 0.75f, true);

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
    Then then = reel(agent, from).at(seq, this::verifier);
    bound();
    if (then == null) {
      // What its folding takes was not known when the reel was begun.
      reels.remove(key(agent, from));
    } else if (then.view() == null) {
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

  private Reel reel(AgentId agent, Spot from) throws InterruptedException {
    long first = from.row().seq();
    String key = key(agent, from);
    Reel known = reels.get(key);
    if (known == null) {
      long before = reads.findingsBefore(agent, first);
      known =
          new Reel(
              agent,
              first,
              before,
              (stood, seq, around) -> part(agent, from, stood, new Wanted(seq, around)));
      reels.put(key, known);
    }
    return known;
  }

  private static String key(AgentId agent, Spot from) {
    return agent + "@" + from.row().seq();
  }

  private void bound() {
    long bytes = reels.values().stream().mapToLong(Reel::weight).sum();
    Iterator<Reel> oldest = reels.values().iterator();
    while (reels.size() > 1 && (reels.size() > REELS || bytes > BYTES)) {
      bytes -= oldest.next().weight();
      oldest.remove();
    }
  }

  /// Of the stretch that begins with `whole`, see [Reel.Parts].
  private @Nullable JournalSource part(
      AgentId agent, Spot whole, Map.@Nullable Entry<Long, Stand> stood, Wanted wanted)
      throws InterruptedException {
    Spot from =
        stood == null
            ? whole
            : reads.spot(
                agent, stood.getKey(), stood.getValue().partition(), stood.getValue().offset());
    if (from == null || !follows(whole, from)) {
      return null;
    }
    Spot to = reads.upTo(agent, wanted.seq() + wanted.around());
    Spot end = to == null || !follows(from, to) ? reads.spot(agent, wanted.seq()) : to;
    return end != null && follows(from, end) ? journal.stretch(agent, from, end) : null;
  }

  private record Wanted(long seq, int around) {}

  private static boolean follows(Spot before, Spot after) {
    return after.row().partition() == before.row().partition()
        && after.row().offset() >= before.row().offset();
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
