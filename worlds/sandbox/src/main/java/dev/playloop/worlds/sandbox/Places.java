package dev.playloop.worlds.sandbox;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The places of first runs, shared among callers so that an endless loop costs its caller only. A
/// caller has one place at a time. A free one goes to whoever waits and has used the least lately,
/// and among equals to whoever came first; the last free one is never given to a caller who has
/// used much, so that others need not wait behind it. Safe for many threads.
///
/// Bounds: [#MAX_EACH] calls of one caller wait, [#MAX_WAITING] of all.
final class Places {
  static final int MAX_EACH = 4;
  static final int MAX_WAITING = 64;

  /// Use of this much, in nanoseconds, makes a caller one who has used much.
  static final long MUCH = 2_000_000_000L;

  /// Use is forgotten at this part of the speed at which time passes.
  private static final long FORGETTING = 4;

  /// Use is forgotten without anybody telling, so who waits looks again.
  private static final long RECHECK = 250_000_000L;

  private final int size;
  private final LongSupplier clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Waiter> waiters = new ArrayList<>();
  private final Map<String, Use> uses = new HashMap<>();
  private int taken;

  /// @param clock as [System#nanoTime]
  Places(int size, LongSupplier clock) {
    this.size = size;
    this.clock = clock;
  }

  /// A place that is taken, to be given back.
  record Place(String caller, long since) {}

  /// One call that waits, by identity.
  private static final class Waiter {
    private final String caller;

    Waiter(String caller) {
      this.caller = caller;
    }
  }

  /// What a caller has used, as of a moment, and whether it has a place now.
  private record Use(long nanos, long at, boolean running) {
    long left(long now) {
      return Math.max(0, nanos - (now - at) / FORGETTING);
    }
  }

  /// Takes a place when it is this caller's turn.
  ///
  /// @param nanos how long that may take
  /// @throws SandboxBusy where it is not, in that time, or too many wait already
  Place take(String caller, long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long own = waiters.stream().filter(waiter -> waiter.caller.equals(caller)).count();
      if (own >= MAX_EACH || waiters.size() >= MAX_WAITING) {
        throw new SandboxBusy(
            own >= MAX_EACH
                ? own + " other calls of " + GuestText.plain(caller, 128) + " wait already"
                : waiters.size() + " calls wait already");
      }
      Waiter self = new Waiter(caller);
      waiters.add(self);
      try {
        long deadline = System.nanoTime() + nanos;
        while (next() != self) {
          long left = deadline - System.nanoTime();
          if (left <= 0) {
            throw new SandboxBusy(
                use(caller).running()
                    ? "another call of " + GuestText.plain(caller, 128) + " is still running"
                    : "all " + size + " places are taken");
          }
          long _ = changed.awaitNanos(Math.min(left, RECHECK));
        }
      } finally {
        waiters.remove(self);
        changed.signalAll();
      }
      long now = clock.getAsLong();
      taken++;
      uses.put(caller, new Use(use(caller).left(now), now, true));
      return new Place(caller, now);
    } finally {
      lock.unlock();
    }
  }

  void giveBack(Place place) {
    lock.lock();
    try {
      long now = clock.getAsLong();
      taken--;
      long used = use(place.caller()).nanos() + (now - place.since());
      uses.put(place.caller(), new Use(used, now, false));
      uses.values().removeIf(use -> !use.running() && use.left(now) == 0);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Whether somebody else has a place beside the one that is asked about.
  boolean isShared() {
    lock.lock();
    try {
      return taken > 1;
    } finally {
      lock.unlock();
    }
  }

  /// Calls that wait now.
  int waiting() {
    lock.lock();
    try {
      return waiters.size();
    } finally {
      lock.unlock();
    }
  }

  /// Whose turn it is; null where nobody's.
  private @Nullable Waiter next() {
    if (taken >= size) {
      return null;
    }
    long now = clock.getAsLong();
    long most = size > 1 && taken == size - 1 ? MUCH : Long.MAX_VALUE;
    Waiter best = null;
    for (Waiter waiter : waiters) {
      Use use = use(waiter.caller);
      boolean may = !use.running() && use.left(now) < most;
      if (may && (best == null || use.left(now) < use(best.caller).left(now))) {
        best = waiter;
      }
    }
    return best;
  }

  private Use use(String caller) {
    return uses.getOrDefault(caller, new Use(0, clock.getAsLong(), false));
  }
}
