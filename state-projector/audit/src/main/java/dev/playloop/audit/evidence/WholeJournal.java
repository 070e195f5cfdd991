package dev.playloop.audit.evidence;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.audit.JournalSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Archives and what is left of the journal, read as one. Each part must begin in every partition
/// where the one before it ends. Closes its parts. Used by one thread.
public final class WholeJournal implements JournalSource {
  private final List<JournalSource> parts;
  private final List<Extent> extents;

  private WholeJournal(List<JournalSource> parts, List<Extent> extents) {
    this.parts = parts;
    this.extents = extents;
  }

  /// `parts` from the oldest to the newest. Throws [AuditException] where something is missing
  /// between them.
  public static WholeJournal of(List<JournalSource> parts) {
    Map<Integer, Extent> all = new TreeMap<>();
    for (JournalSource part : parts) {
      for (Extent extent : part.extents()) {
        Extent before = all.get(extent.partition());
        if (before != null && before.to() != extent.from()) {
          throw new AuditException(
              new AuditProblem.PartsApart(extent.partition(), before.to(), extent.from()));
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
  public record Beginning(JournalSource journal, Map<Integer, Long> ends) implements JournalSource {
    public Beginning {
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
