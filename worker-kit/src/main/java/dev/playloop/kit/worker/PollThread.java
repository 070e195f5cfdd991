package dev.playloop.kit.worker;

import static org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;

import dev.playloop.kit.Letters;
import dev.playloop.kit.topic.Dismissal;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one platform thread that may touch a consumer: runs a [Loop] until it is closed or fails.
/// Its public methods are safe for all threads.
final class PollThread implements AutoCloseable {
  /// What the thread runs. Only it calls these.
  interface Loop {
    void subscribe();

    /// Returns whether all that the group gave us is ready.
    boolean pollOnce();

    /// An `Error` struck the round that just ran: nothing it took in can be trusted.
    default void startOver(Error error) {}

    /// Gives everything back.
    void release();
  }

  private static final Logger LOG = LoggerFactory.getLogger(PollThread.class);

  /// So many `Error`s without a record, each within this time after the last, end the thread.
  private static final int MAX_ERRORS = 3;

  private static final Duration ERROR_MEMORY = Duration.ofSeconds(30);

  private final String name;
  private final Consumer<?, ?> consumer;
  private final Loop loop;
  private final Duration closeWait;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile boolean closing;
  private volatile boolean ready;
  private volatile String stopped = "the log says why";
  private int broken;
  private long brokenUntil = System.nanoTime();

  PollThread(String name, Consumer<?, ?> consumer, Loop loop, Duration closeWait) {
    this.name = name;
    this.consumer = consumer;
    this.loop = loop;
    this.closeWait = closeWait;
    this.thread = Thread.ofPlatform().name("poll-" + name).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  boolean awaitReady(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    lock.lock();
    try {
      long left = timeout.toNanos();
      while (!ready && isRunning() && left > 0) {
        left = changed.awaitNanos(deadline - System.nanoTime());
      }
      return ready;
    } finally {
      lock.unlock();
    }
  }

  boolean isReady() {
    return ready;
  }

  /// Why it runs no more, in words for the operator.
  String stopped() {
    return stopped;
  }

  boolean isRunning() {
    return thread.isAlive() && !closing;
  }

  @Override
  public void close() {
    closing = true;
    consumer.wakeup();
    try {
      thread.join(closeWait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      loop.subscribe();
      while (!closing) {
        round();
      }
    } catch (WakeupException e) {
      LOG.debug("{}: closing", name);
    } catch (RuntimeException e) {
      // Nothing that a retry mends.
      String dismissed = Dismissal.of(e);
      if (dismissed == null) {
        LOG.error("{}: stops", name, e);
      } else {
        stopped = dismissed;
        LOG.error("{}: stops: {}", name, stopped);
      }
    } catch (Error e) {
      LOG.error("{}: stops: {}", name, Letters.text(e));
    } finally {
      end();
    }
  }

  /// One that ends in an `Error` is tried again: the memory may have been taken by somebody else.
  /// Not for ever, as an `Error` of nobody's record is the process's own.
  private void round() {
    try {
      boolean all = loop.pollOnce();
      show(all && System.nanoTime() - brokenUntil >= 0);
    } catch (Error e) {
      long now = System.nanoTime();
      broken = now - brokenUntil < 0 ? broken + 1 : 1;
      brokenUntil = now + ERROR_MEMORY.toNanos();
      if (broken >= MAX_ERRORS) {
        throw e;
      }
      LOG.error("{}: a round broke, starting over: {}", name, Letters.text(e));
      show(false);
      loop.startOver(e);
    }
  }

  /// Leaves its group, under a stable name too: a member that is stopped on purpose would else keep
  /// what it owned from all others for the rest of its session.
  private void end() {
    try {
      loop.release();
      consumer.close(CloseOptions.groupMembershipOperation(LEAVE_GROUP));
    } catch (RuntimeException e) {
      // The work is committed or given up by now; leaving the group is a courtesy.
      LOG.warn("{}: did not close cleanly", name, e);
    } finally {
      closing = true;
      show(false);
    }
  }

  private void show(boolean now) {
    if (now == ready && !closing) {
      return;
    }
    lock.lock();
    try {
      ready = now;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
