package dev.playloop.audit;

import java.util.List;

/// A journal that can be read more than once, always to the same end: a topic, an export, a list.
/// Used by one thread.
public interface JournalSource extends AutoCloseable {
  /// What it holds of each partition, by number.
  List<Extent> extents();

  /// Reads all of it; the records of a partition come in the order of their offsets.
  void read(Visitor visitor);

  @Override
  void close();

  /// A partition's offsets: the first that is there, and the first that is not. A partition that
  /// does not begin at 0 was archived up to there.
  record Extent(int partition, long from, long to) {}

  /// Who reads along.
  @FunctionalInterface
  interface Visitor {
    void take(JournalRecord record);
  }
}
