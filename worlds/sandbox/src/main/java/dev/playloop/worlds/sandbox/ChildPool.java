package dev.playloop.worlds.sandbox;

import dev.playloop.worlds.sandbox.Child.Kill;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The children of one language. `warm` of them are there before they are needed; more are started
/// by whoever finds none idle, up to `max`, and ended again when they have been idle for long. Safe
/// for many threads; children are started outside the lock.
final class ChildPool {
  private static final Logger LOG = LoggerFactory.getLogger(ChildPool.class);

  /// For a machine that has much else to do; a start takes less than a second else.
  private static final Duration START = Duration.ofSeconds(60);

  private static final Duration CLOSE = Duration.ofSeconds(10);
  private static final long MAX_PAUSE_MILLIS = 5_000;

  private final ChildCommand command;
  private final SandboxSettings settings;
  private final int warm;
  private final int max;
  private final ScheduledExecutorService starter;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Idle> idle = new ArrayDeque<>();
  private final Set<Child> children = new HashSet<>();

  /// Starts that have no process yet, and those of them that the starter has not begun.
  private int unlaunched;

  private final AtomicInteger planned = new AtomicInteger();

  /// Starts whose child will be idle, from the plan to the end.
  private int coming;

  /// Callers that wait for one.
  private int waiting;

  /// Starts in the background that failed since the last that did not.
  private int failures;

  private boolean closed;

  /// A child that waits for a run, since a moment of [System#nanoTime].
  private record Idle(Child child, long since) {}

  /// @param starter runs the starts that nobody waits for, and looks after idle children
  ChildPool(
      ChildCommand command, SandboxSettings settings, int warm, ScheduledExecutorService starter) {
    this.command = command;
    this.settings = settings;
    this.warm = warm;
    this.max = settings.size() * settings.maxDepth();
    this.starter = starter;
  }

  /// Begins to start those that are kept warm, and returns at once.
  void begin() {
    keepWarm();
    long period = Math.max(100, settings.idle().toMillis() / 2);
    Future<?> _ = starter.scheduleWithFixedDelay(this::trim, period, period, TimeUnit.MILLISECONDS);
  }

  /// A child of the caller's own, idle or newly started; to be given back.
  ///
  /// @param nanos how long this may take
  Child take(long nanos) throws InterruptedException, SlowStartException {
    long deadline = System.nanoTime() + nanos;
    lock.lockInterruptibly();
    try {
      while (true) {
        Child child = idleChild();
        if (child != null) {
          return child;
        }
        if ((failures > 0 || coming <= waiting) && children.size() + unlaunched < max) {
          unlaunched++;
          break;
        }
        long nanosLeft = deadline - System.nanoTime();
        if (nanosLeft <= 0) {
          throw new SlowStartException("no sandbox process got free in time");
        }
        waiting++;
        try {
          nanosLeft = changed.awaitNanos(nanosLeft);
        } finally {
          waiting--;
        }
      }
    } finally {
      lock.unlock();
    }
    return start(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
  }

  /// Ends the caller's use of it.
  void giveBack(Child child) {
    lock.lock();
    try {
      if (!closed && child.usable() && child.runs() < settings.callsPerChild()) {
        idle.addFirst(new Idle(child, System.nanoTime()));
      } else {
        forget(child);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    keepWarm();
  }

  /// Process ids of all its children.
  List<Long> pids() {
    lock.lock();
    try {
      return children.stream().map(Child::pid).toList();
    } finally {
      lock.unlock();
    }
  }

  /// Ends all children, and lets none begin.
  void close() {
    lock.lock();
    try {
      closed = true;
      unlaunched -= planned.getAndSet(0); // the starter ends with what it has not begun
      idle.clear();
      children.forEach(child -> child.kill(Kill.CLOSED));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits, but not for ever, until no process is left.
  void awaitGone() {
    long deadline = System.nanoTime() + CLOSE.toNanos();
    lock.lock();
    try {
      while (!children.isEmpty() || unlaunched > 0) {
        if (changed.awaitNanos(deadline - System.nanoTime()) <= 0) {
          if (!children.isEmpty()) {
            LOG.warn("{} sandbox processes are still there", children.size());
          }
          return;
        }
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Child idleChild() {
    if (closed) {
      throw new SandboxUnavailable("the sandbox is closed");
    }
    while (!idle.isEmpty()) {
      Child child = idle.removeFirst().child();
      if (child.usable()) {
        return child;
      }
      forget(child);
    }
    return null;
  }

  /// Starts one; `unlaunched` already counts it.
  private Child start(Duration limit) throws InterruptedException, SlowStartException {
    Child child = launch();
    boolean ready = false;
    try {
      child.awaitReady(limit);
      ready = true;
      return child;
    } finally {
      if (!ready) {
        child.kill(Kill.ABANDONED);
      }
    }
  }

  private Child launch() {
    Child child = null;
    try {
      child = Child.launch(command);
      return child;
    } finally {
      lock.lock();
      try {
        unlaunched--;
        if (child != null) {
          children.add(child);
          if (closed) {
            child.kill(Kill.CLOSED);
          }
        }
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      if (child != null) {
        Child launched = child;
        Future<?> _ = child.gone().thenRun(() -> gone(launched));
      }
    }
  }

  private void keepWarm() {
    lock.lock();
    try {
      while (!closed && children.size() + unlaunched < warm) {
        unlaunched++;
        planned.incrementAndGet();
        coming++;
        long pause = failures == 0 ? 0 : Math.min(MAX_PAUSE_MILLIS, 100L << Math.min(failures, 6));
        Future<?> _ = starter.schedule(this::startWarm, pause, TimeUnit.MILLISECONDS);
      }
    } finally {
      lock.unlock();
    }
  }

  private void startWarm() {
    if (planned.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
      return; // closed
    }
    Child child = null;
    try {
      child = start(START);
    } catch (SandboxUnavailable | SlowStartException failure) {
      LOG.warn("no sandbox process can be started; trying again", failure);
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
    lock.lock();
    try {
      coming--;
      failures = child == null ? failures + 1 : 0;
      if (child != null) {
        idle.addFirst(new Idle(child, System.nanoTime()));
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    keepWarm();
  }

  /// A child ended by itself or from outside, while idle or in use.
  private void gone(Child child) {
    lock.lock();
    try {
      if (idle.removeIf(waiting -> waiting.child() == child)) {
        LOG.warn("an idle sandbox process ended{}", child.said());
      }
      children.remove(child);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    keepWarm();
  }

  /// It leaves `children` when its process has ended.
  private static void forget(Child child) {
    child.kill(Kill.ABANDONED);
  }

  private void trim() {
    lock.lock();
    try {
      long before = System.nanoTime() - settings.idle().toNanos();
      int surplus = children.size() - warm;
      while (surplus > 0 && !idle.isEmpty() && idle.getLast().since() - before <= 0) {
        forget(idle.removeLast().child());
        surplus--;
      }
    } finally {
      lock.unlock();
    }
  }
}
