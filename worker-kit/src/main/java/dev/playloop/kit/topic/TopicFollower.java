package dev.playloop.kit.topic;

import dev.playloop.kit.Letters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads on and on, and hands each record to one who keeps what it says. A thread of its own reads
/// and calls; everyone may ask how far it is. While the broker is away it says so in the log and
/// goes on later. What its taker throws at a record is told and passed over, so that the others are
/// read.
public final class TopicFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicFollower.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  private final String what;
  private final TopicReader reader;
  private final TopicReader.Each<RuntimeException> taker;
  private final CountDownLatch loaded = new CountDownLatch(1);
  private final ConcurrentLinkedQueue<CountDownLatch> waiting = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile String problem;
  private volatile boolean resting;

  /// Whether what was there before is of no interest, and has not been left out yet.
  private boolean leavesOut;

  private volatile boolean closed;

  private TopicFollower(String what, TopicReader reader, TopicReader.Each<RuntimeException> taker) {
    this.what = what;
    this.reader = reader;
    this.taker = taker;
    this.problem = what + " is not read yet";
    this.thread = Thread.ofPlatform().name("follow-" + what).daemon().unstarted(this::run);
  }

  /// Starts without blocking; `what` is the name for logs and problems.
  public static TopicFollower start(
      String what, TopicReading reading, TopicReader.Each<RuntimeException> taker) {
    return started(new TopicFollower(what, reading.atOnce().fromBeginning(), taker));
  }

  /// The same for what is written from now on: from the moment on that Kafka first answers.
  public static TopicFollower startAtEnd(
      String what, TopicReading reading, TopicReader.Each<RuntimeException> taker) {
    TopicFollower follower = new TopicFollower(what, reading.atOnce().fromBeginning(), taker);
    follower.leavesOut = true;
    return started(follower);
  }

  private static TopicFollower started(TopicFollower follower) {
    follower.thread.start();
    return follower;
  }

  /// Whether everything that was there at the start has been read.
  public boolean isLoaded() {
    return loaded.getCount() == 0;
  }

  /// Waits for that as long as it takes.
  public void awaitLoaded() throws InterruptedException {
    loaded.await();
  }

  /// Whether everything that was there at the start was read within the time.
  public boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return loaded.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// Waits until what is there now has been read, for something that may have been written a moment
  /// ago. False where Kafka does not answer in time.
  public boolean awaitCurrent(Duration timeout) throws InterruptedException {
    CountDownLatch current = new CountDownLatch(1);
    waiting.add(current);
    if (resting) {
      reader.wakeup();
    }
    boolean answered = current.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    if (!answered) {
      waiting.remove(current);
    }
    return answered;
  }

  /// Why not everything was read yet, or null where it was.
  public @Nullable String problem() {
    return isLoaded() ? null : problem;
  }

  @Override
  public void close() {
    closed = true;
    reader.wakeup();
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_WAIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (reader) {
      while (!closed) {
        try {
          pollOnce();
        } catch (WakeupException e) {
          LOG.trace("{}: woken up to close or to look for what is newer", what);
        } catch (KafkaException e) {
          problem = what + ": waiting for Kafka: " + e.getMessage();
          LOG.warn("Waiting for Kafka to read {}: {}", what, e.getMessage());
          LockSupport.parkNanos(RETRY.toNanos());
        } catch (RuntimeException | Error e) {
          // Such as memory that another thread has taken: without this one the table grows old.
          problem = what + ": reading it broke: " + Letters.text(e);
          LOG.error("{}: reading it broke, again: {}", what, Letters.text(e));
          LockSupport.parkNanos(RETRY.toNanos());
        }
      }
    }
  }

  private void pollOnce() {
    if (leavesOut) {
      reader.skipToEnd();
      leavesOut = false;
    }
    List<CountDownLatch> asked = new ArrayList<>();
    for (CountDownLatch next = waiting.poll(); next != null; next = waiting.poll()) {
      asked.add(next);
    }
    try {
      if (!asked.isEmpty() || !isLoaded()) {
        reader.readToEnd(this::take);
        loaded.countDown();
        asked.forEach(CountDownLatch::countDown);
        asked.clear();
      }
    } finally {
      waiting.addAll(asked);
    }
    resting = true;
    try {
      if (waiting.isEmpty()) {
        reader.poll(POLL).forEach(this::take);
      }
    } finally {
      resting = false;
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    try {
      taker.take(record);
    } catch (RuntimeException | StackOverflowError e) {
      // Whatever stands there, the others are read.
      LOG.warn(
          "{}-{}@{} is passed over: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          Letters.text(e));
    }
  }
}
