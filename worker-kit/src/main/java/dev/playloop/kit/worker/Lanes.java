package dev.playloop.kit.worker;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// One lane per key of a partition: records of one key one at a time and in order, keys beside each
/// other. A lane lives as long as it has records, on a virtual thread of its own. At most
/// `queueBound` records wait in a lane behind the running one. The lock is never held during a
/// call.
final class Lanes<R> {
  private final int queueBound;
  private final Consumer<R> call;
  private final Thread.Builder threads;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  private final Map<Object, Lane<R>> lanes = new HashMap<>();
  private boolean closed;

  private static final class Lane<R> {
    final Queue<R> waiting = new ArrayDeque<>(2);
    @Nullable Thread thread;
  }

  Lanes(String name, int queueBound, Consumer<R> call) {
    this.queueBound = queueBound;
    this.call = call;
    this.threads = Thread.ofVirtual().name(name);
  }

  /// False when the lane is full. Records offered after [#stopFeeding()] are dropped.
  boolean hasRoom(Object key) {
    lock.lock();
    try {
      Lane<R> lane = lanes.get(key);
      return lane == null || lane.waiting.size() < queueBound;
    } finally {
      lock.unlock();
    }
  }

  /// Whether no call runs and none waits.
  boolean isIdle() {
    lock.lock();
    try {
      return lanes.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /// When the oldest of those was sent, by `sent`, that wait in a lane; [WaitingSince#NONE] where
  /// none does.
  long since(ToLongFunction<R> sent) {
    lock.lock();
    try {
      long oldest = WaitingSince.NONE;
      for (Lane<R> lane : lanes.values()) {
        R next = lane.waiting.peek();
        oldest = next == null ? oldest : Math.min(oldest, sent.applyAsLong(next));
      }
      return oldest;
    } finally {
      lock.unlock();
    }
  }

  void offer(Object key, R record) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      Lane<R> lane = lanes.get(key);
      if (lane != null) {
        lane.waiting.add(record);
        return;
      }
      Lane<R> fresh = new Lane<>();
      lanes.put(key, fresh);
      fresh.thread = threads.unstarted(() -> run(key, fresh, record));
      fresh.thread.start();
    } finally {
      lock.unlock();
    }
  }

  /// Drops what waits and takes nothing more; running calls go on.
  void stopFeeding() {
    lock.lock();
    try {
      closed = true;
      lanes.values().forEach(lane -> lane.waiting.clear());
    } finally {
      lock.unlock();
    }
  }

  /// Waits for running calls until `deadlineNanos` (of System.nanoTime).
  void awaitIdle(long deadlineNanos) throws InterruptedException {
    lock.lock();
    try {
      long left = deadlineNanos - System.nanoTime();
      while (!lanes.isEmpty() && left > 0) {
        idle.await(left, TimeUnit.NANOSECONDS);
        left = deadlineNanos - System.nanoTime();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Interrupts running calls; returns how many there were.
  int drop() {
    stopFeeding();
    lock.lock();
    try {
      int running = lanes.size();
      for (Lane<R> lane : lanes.values()) {
        if (lane.thread != null) {
          lane.thread.interrupt();
        }
      }
      lanes.clear();
      idle.signalAll();
      return running;
    } finally {
      lock.unlock();
    }
  }

  private void run(Object key, Lane<R> lane, R first) {
    R record = first;
    while (record != null) {
      call.accept(record);
      record = next(key, lane);
    }
  }

  private @Nullable R next(Object key, Lane<R> lane) {
    lock.lock();
    try {
      R record = lane.waiting.poll();
      if (record == null && lanes.remove(key, lane) && lanes.isEmpty()) {
        idle.signalAll();
      }
      return record;
    } finally {
      lock.unlock();
    }
  }
}
