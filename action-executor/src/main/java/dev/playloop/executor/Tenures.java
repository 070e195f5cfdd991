package dev.playloop.executor;

import dev.playloop.kit.PartitionListener;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.model.WorldActions;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// What is known of each partition of actions since it became ours. Read from the log when it is
/// gained, when the predecessor is fenced; dropped when it is lost. Thread-safe.
final class Tenures implements PartitionListener {
  private final WorldActions<?> world;
  private final LedgerLog log;
  private final Duration memory;
  private final ConcurrentMap<Integer, Tenure> owned = new ConcurrentHashMap<>();

  Tenures(WorldActions<?> world, LedgerLog log, Duration memory) {
    this.world = world;
    this.log = log;
    this.memory = memory;
  }

  @Override
  public void gained(int partition) throws InterruptedException {
    LedgerView ledger = new LedgerView(memory);
    LinkedHashMap<ActionId, LedgerEntry> kept = new LinkedHashMap<>();
    LedgerLog.Found found =
        log.read(
            partition,
            entry -> {
              ledger.put(entry);
              if (concernsTheWorld(entry)) {
                kept.putLast(entry.action(), entry);
              } else {
                kept.remove(entry.action());
              }
            });
    // The world first: no action may be handled before it knows what was begun.
    world.takenOver(partition, List.copyOf(kept.values()));
    owned.put(partition, new Tenure(ledger, found.nextAction(), found.whole()));
  }

  /// What has ended, and kept nothing of what was prepared, is no more than a name.
  private static boolean concernsTheWorld(LedgerEntry entry) {
    return switch (entry) {
      case LedgerEntry.Intent _ -> true;
      case LedgerEntry.Outcome outcome -> !outcome.attempts().isEmpty();
    };
  }

  @Override
  public void lost(int partition) {
    owned.remove(partition);
    world.lost(partition);
  }

  /// The tenure of a partition that is ours.
  Tenure of(int partition) throws InterruptedException {
    Tenure tenure = owned.get(partition);
    if (tenure == null) {
      // Only a call that was interrupted can get here; without the ledger it must not act.
      throw new InterruptedException("partition " + partition + " was lost");
    }
    return tenure;
  }

  /// When the oldest intent without an outcome was written, of all partitions that are ours; null
  /// where there is none.
  @Nullable Instant oldestIntent() {
    return owned.values().stream()
        .map(tenure -> tenure.ledger().oldestIntent())
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .min(Instant::compareTo)
        .orElse(null);
  }

  /// One ownership of a partition.
  record Tenure(LedgerView ledger, long nextAction, boolean whole) {
    /// Whether nobody can have begun this action before this tenure: it was appended later, and the
    /// predecessor was fenced by then.
    boolean isFresh(long offset) {
      return offset >= nextAction;
    }
  }
}
