package dev.playloop.projector.steady;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/// The transactions of one application's threads: told by each thread's producer, asked by the
/// processors of the same thread. A transaction is due once some times as much time has passed as
/// the last one took, and never early while the processors are busy: what a commit costs then is
/// taken from the turns themselves. Safe for all threads; each sees its own.
public final class Commits {
  private static final int PACE = 4;

  /// From here on the interval alone says when many are committed.
  private static final double BUSY = 0.9;

  private final LongSupplier nanos;
  private final DoubleSupplier load;
  private final ThreadLocal<Last> last;

  /// @param load how busy the processors are, 0 to 1
  Commits(LongSupplier nanos, DoubleSupplier load) {
    this.nanos = nanos;
    this.load = load;
    this.last = ThreadLocal.withInitial(() -> new Last(nanos.getAsLong()));
  }

  /// Of one thread, in nanoseconds; `begun` is 0 while no transaction is at its end.
  private static final class Last {
    private long begun;
    private long dueAt;

    private Last(long now) {
      dueAt = now;
    }
  }

  /// The calling thread begins to end a transaction: what was sent goes out. A second call says
  /// nothing new.
  void ending() {
    Last own = last.get();
    if (own.begun == 0) {
      own.begun = nanos.getAsLong();
    }
  }

  /// The calling thread has ended it, one way or the other.
  void ended() {
    Last own = last.get();
    long now = nanos.getAsLong();
    if (own.begun != 0) {
      own.dueAt = now + PACE * (now - own.begun);
    }
    own.begun = 0;
  }

  /// The pace of a task of the calling thread; `commit` asks Streams to commit.
  ///
  /// @param tasks how many partitions share the agents
  public CommitPace pace(Runnable commit, int tasks) {
    return new CommitPace(commit, tasks, this::isDue);
  }

  /// Whether the calling thread may commit again.
  boolean isDue() {
    return nanos.getAsLong() - last.get().dueAt >= 0 && load.getAsDouble() < BUSY;
  }
}
