package dev.playloop.console.source;

import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.console.index.Spot;
import java.util.List;

/// A part of one agent's journal, in memory. Immutable.
///
/// @param extent the offsets that it lies between; one that begins at 0 has the chain's beginning
record Stretch(Extent extent, List<JournalRecord> records) implements JournalSource {
  Stretch {
    records = List.copyOf(records);
  }

  static Stretch of(Spot from, Spot to, List<JournalRecord> records) {
    // Whose first entry it is begins with nothing, wherever that lies; all others with a snapshot.
    long begin = from.row().seq() == 0 ? 0 : Math.max(1, from.row().offset());
    return new Stretch(new Extent(from.row().partition(), begin, to.row().offset() + 1), records);
  }

  @Override
  public List<Extent> extents() {
    return List.of(extent);
  }

  @Override
  public void read(Visitor visitor) {
    records.forEach(visitor::take);
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
