package dev.playloop.worlds.chain.lane;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;

/// The newest [#MOST] transactions that were undone after their results, as the lanes know it.
/// Their agents hear of it from the world's source, and only from there: it is another process than
/// the executor, knows by its cursor what it has told, and needs no more than the chain.
/// Thread-safe.
final class UndoneTransactions {
  static final int MOST = 1_000;

  private final Deque<UndoneTransaction> kept = new ArrayDeque<>();
  private long last;

  /// Those behind `sequence`, oldest first; of all, behind 0.
  synchronized List<UndoneTransaction> after(long sequence) {
    return kept.stream().filter(each -> each.sequence() > sequence).toList();
  }

  synchronized void add(LongFunction<UndoneTransaction> numbered) {
    last++;
    kept.addLast(numbered.apply(last));
    if (kept.size() > MOST) {
      kept.removeFirst();
    }
  }
}
