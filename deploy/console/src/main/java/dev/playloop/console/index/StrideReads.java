package dev.playloop.console.index;

import dev.playloop.schemas.id.AgentId;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far a journal is read at once. Safe for all threads.
public final class StrideReads {
  private static final int NEWEST = 16;

  private final JournalIndex index;

  StrideReads(JournalIndex index) {
    this.index = index;
  }

  /// The last entry on the log of the newest that a run names as its own; null where none of them
  /// lies in that partition.
  public @Nullable Spot lastOf(String run, int partition) throws InterruptedException {
    return index
        .ask(sql ->
            sql.list(
                IndexRows.ENTRY + "where r.name = ? order by e.seq desc limit " + NEWEST,
                List.of(run),
                IndexRows::spot))
        .stream()
        .filter(spot -> spot.row().partition() == partition)
        .max(Comparator.comparingLong(spot -> spot.row().offset()))
        .orElse(null);
  }

  /// An entry behind `from` that lies further than `offset`: so many entries further, or so many
  /// bytes, whatever is less; null where the next so many lie elsewhere.
  public @Nullable Spot further(AgentId agent, Spot from, long offset, Stride stride)
      throws InterruptedException {
    List<Spot> next =
        index.ask(sql ->
            sql.list(
                IndexRows.ENTRY
                    + "where a.name = ? and e.seq > ? order by e.seq limit "
                    + stride.entries(),
                List.of(agent.value(), from.row().seq()),
                IndexRows::spot));
    Spot reached = null;
    long bytes = 0;
    for (Spot each :
        next.stream().sorted(Comparator.comparingLong(spot -> spot.row().offset())).toList()) {
      if (each.row().partition() != from.row().partition() || each.row().offset() <= offset) {
        continue;
      }
      bytes += each.row().bytes();
      if (reached != null && bytes > stride.bytes()) {
        break;
      }
      reached = each;
    }
    return reached;
  }

  /// How much is read at once: at most so many entries, of so many bytes together where that is
  /// more than one.
  public record Stride(int entries, long bytes) {}
}
