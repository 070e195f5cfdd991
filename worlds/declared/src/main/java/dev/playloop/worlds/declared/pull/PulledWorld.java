package dev.playloop.worlds.declared.pull;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.declared.game.GameAnswer;
import dev.playloop.worlds.declared.pull.Connecting.Served;
import dev.playloop.worlds.model.WorldActions.Lease;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The book of one world between an executor's threads, which wait for what becomes of an action,
/// and those of the edge, which wait for something to hand out. Owns no thread; whoever waits is on
/// a thread of its own, at most one request for actions at a time.
final class PulledWorld {
  /// Nobody sleeps longer than this, whatever he was told: clocks are set, and partitions move.
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final InstantSource clock;
  private final BooleanSupplier here;
  private final PullBook book;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// @param here whether this process has the world's actions
  PulledWorld(InstantSource clock, BooleanSupplier here) {
    this.clock = clock;
    this.here = here;
    this.book = new PullBook(clock.instant().toEpochMilli());
  }

  /// What a request for actions comes to.
  sealed interface Fetched {
    /// @param all none where there was nothing in time
    record Some(long epoch, List<Handed> all) implements Fetched {
      public Some {
        all = List.copyOf(all);
      }
    }

    record No(Connecting why) implements Fetched {}

    /// Another executor has the world's actions.
    record Elsewhere() implements Fetched {}
  }

  /// Waits until there is something for this puller. A request that comes later on the same
  /// connection ends this one, with nothing.
  Fetched fetch(String puller, @Nullable Long epoch, Duration wait) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!here.getAsBoolean()) {
        return new Fetched.Elsewhere();
      }
      Instant now = clock.instant();
      Instant until = now.plus(wait);
      Connecting connecting = book.connect(puller, epoch, until, now);
      changed.signalAll();
      return connecting instanceof Served served
          ? fetched(served, until)
          : new Fetched.No(connecting);
    } finally {
      lock.unlock();
    }
  }

  private Fetched fetched(Served served, Instant until) throws InterruptedException {
    try {
      while (true) {
        List<Handed> all = book.collect(served);
        if (all == null) {
          return book.isSuperseded(served)
              ? new Fetched.No(new Connecting.Superseded())
              : new Fetched.Some(served.epoch(), List.of());
        }
        if (!all.isEmpty() || !clock.instant().isBefore(until)) {
          return new Fetched.Some(served.epoch(), all);
        }
        if (!here.getAsBoolean()) {
          return new Fetched.Elsewhere();
        }
        await(until);
      }
    } finally {
      book.leave(served);
    }
  }

  /// Whether a puller waits now.
  boolean isPolled() {
    lock.lock();
    try {
      return book.isPolled(clock.instant());
    } finally {
      lock.unlock();
    }
  }

  /// Takes an answer; null where another executor has the world's actions.
  @Nullable Heard answered(ActionId action, long epoch, GameAnswer answer) {
    lock.lock();
    try {
      if (!here.getAsBoolean()) {
        return null;
      }
      Heard taken = book.answer(action, epoch, answer);
      changed.signalAll();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /// Hands an action out to act, as soon as a puller waits, and waits for its end. Asks `lease`
  /// right before, and whether it may begin as long as it waits. One whose reason to wait is over
  /// ends [Whereabouts.Expired] or [Whereabouts.RanOut].
  Whereabouts performed(Order order, Duration limit, Lease lease) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      book.offer(order);
      while (true) {
        Instant now = clock.instant();
        Whereabouts standing = book.standing(order.id(), now);
        switch (standing) {
          case Whereabouts.Waits(boolean _, Instant notAfter) -> {
            if (book.isPolled(now)) {
              handOut(order, limit, lease);
            } else {
              lease.mayBegin();
              await(notAfter);
            }
          }
          case Whereabouts.Out(Instant until) -> await(until);
          case Whereabouts.Expired _, Whereabouts.RanOut _, Whereabouts.Ended _ -> {
            return standing;
          }
        }
      }
    } finally {
      book.release(order.id());
      lock.unlock();
    }
  }

  /// Does nothing where the puller went away meanwhile.
  private void handOut(Order order, Duration limit, Lease lease) throws InterruptedException {
    lock.unlock();
    try {
      lease.confirm(); // may ask the broker
      lease.mayBegin();
    } finally {
      lock.lock();
    }
    book.order(order.id(), limit, clock.instant());
    changed.signalAll();
  }

  /// Asks a puller what became of an action, and waits for the answer: [Whereabouts.Waits] and
  /// [Whereabouts.Expired] are both "not done".
  Whereabouts inquired(Order order, Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      book.inquire(order, clock.instant().plus(patience));
      changed.signalAll();
      while (true) {
        Whereabouts standing = book.standing(order.id(), clock.instant());
        if (!(standing instanceof Whereabouts.Out(Instant until))) {
          return standing;
        }
        await(until);
      }
    } finally {
      book.release(order.id());
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // whoever calls it looks again
  private void await(Instant until) throws InterruptedException {
    Duration left = Duration.between(clock.instant(), until).plusMillis(1);
    Duration sleep = left.compareTo(LOOK) < 0 ? left : LOOK;
    var _ = changed.await(sleep.toNanos(), TimeUnit.NANOSECONDS);
  }
}
