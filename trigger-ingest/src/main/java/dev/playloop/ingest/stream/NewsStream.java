package dev.playloop.ingest.stream;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.seal.KeyRing;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What waits for one reader: at most [#MOST] pieces of news and [#BYTES] bytes. Beyond that it
/// ends, and the reader comes again with the last id that it got. What waits while its key is
/// dropped is not told. The follower puts, the reader's thread takes, anybody may end it.
final class NewsStream {
  static final int MOST = 256;
  static final int BYTES = 256 << 10;

  private final AgentId agent;
  private final NewsId begins;
  private final KeyRing keys;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<News> waiting = new ArrayDeque<>();
  private int bytes;
  private boolean ended;

  NewsStream(AgentId agent, NewsId begins, KeyRing keys) {
    this.agent = agent;
    this.begins = begins;
    this.keys = keys;
  }

  AgentId agent() {
    return agent;
  }

  /// Behind what this one gets everything.
  NewsId begins() {
    return begins;
  }

  void put(News news) {
    lock.lock();
    try {
      if (waiting.size() >= MOST || bytes + news.bytes().length > BYTES) {
        ended = true;
        waiting.clear();
      } else if (!ended) {
        waiting.add(news);
        bytes += news.bytes().length;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean hasEnded() {
    lock.lock();
    try {
      return ended;
    } finally {
      lock.unlock();
    }
  }

  /// The next piece; null where none comes in time, or none will come.
  @Nullable News take(Duration timeout) throws InterruptedException {
    long left = timeout.toNanos();
    lock.lock();
    try {
      while (waiting.isEmpty() && !ended && left > 0) {
        left = changed.awaitNanos(left);
      }
      for (News next = waiting.poll(); next != null; next = waiting.poll()) {
        bytes -= next.bytes().length;
        if (next.sealedBy() == null || keys.find(next.sealedBy()) != null) {
          return next;
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }
}
