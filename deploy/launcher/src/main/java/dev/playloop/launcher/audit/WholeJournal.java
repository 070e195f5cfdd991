package dev.playloop.launcher.audit;

import dev.playloop.audit.JournalSource;
import dev.playloop.launcher.UserProblem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Archives and what is left of the journal, read as one. Each part must begin in every partition
/// where the one before it ends. Closes its parts. Used by one thread.
final class WholeJournal implements JournalSource {
  private final List<JournalSource> parts;
  private final List<Extent> extents;

  private WholeJournal(List<JournalSource> parts, List<Extent> extents) {
    this.parts = parts;
    this.extents = extents;
  }

  /// `parts` from the oldest to the newest. Throws [UserProblem] where something is missing between
  /// them.
  static WholeJournal of(List<JournalSource> parts) {
    Map<Integer, Extent> all = new TreeMap<>();
    for (JournalSource part : parts) {
      for (Extent extent : part.extents()) {
        Extent before = all.get(extent.partition());
        if (before != null && before.to() != extent.from()) {
          throw UserProblem.usage(
              "partition %d: one part ends at %d, the next begins at %d"
                  .formatted(extent.partition(), before.to(), extent.from()),
              "give all archives, the oldest first.");
        }
        all.put(
            extent.partition(),
            before == null ? extent : new Extent(extent.partition(), before.from(), extent.to()));
      }
    }
    return new WholeJournal(List.copyOf(parts), List.copyOf(all.values()));
  }

  @Override
  public List<Extent> extents() {
    return extents;
  }

  @Override
  public void read(Visitor visitor) {
    parts.forEach(part -> part.read(visitor));
  }

  @Override
  public void close() {
    parts.forEach(JournalSource::close);
  }

  /// The beginning of a journal, up to offsets by partition; closing is left to the whole.
  record Beginning(JournalSource journal, Map<Integer, Long> ends) implements JournalSource {
    Beginning {
      ends = Map.copyOf(new HashMap<>(ends));
    }

    @Override
    public List<Extent> extents() {
      return journal.extents().stream()
          .map(extent ->
              new Extent(
                  extent.partition(),
                  extent.from(),
                  ends.getOrDefault(extent.partition(), extent.from())))
          .toList();
    }

    @Override
    public void read(Visitor visitor) {
      journal.read(record -> {
        if (record.offset() < ends.getOrDefault(record.partition(), 0L)) {
          visitor.take(record);
        }
      });
    }

    @Override
    public void close() {}
  }
}
