package dev.playloop.projector.steady;

import dev.playloop.kit.topic.Dismissal;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Replaces a stream thread that died, after a pause that doubles up to 10 s while threads keep
/// dying, and begins anew after a quiet minute. A thread that died of a record goes on at once,
/// since its record will be skipped. Stores that can't be opened are removed first. The application
/// ends where an `Error` has no record, for the third time, where skipping did not help, where
/// another has its name, and where a right is refused for half a minute: rights that are laid down
/// anew are away for a moment. Called on the dying thread, which may wait.
public final class ReplaceThread implements StreamsUncaughtExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ReplaceThread.class);
  private static final int UNPLACED = 3;
  private static final long FIRST_NANOS = Duration.ofMillis(100).toNanos();
  private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long REFUSED_NANOS = Duration.ofSeconds(30).toNanos();

  private final String application;
  private final Pulse pulse;
  private final StateFolder folder;
  private final boolean alone;
  private final AtomicLong pause = new AtomicLong(FIRST_NANOS);
  private final AtomicInteger unplaced = new AtomicInteger();
  private final AtomicReference<@Nullable Long> refusedFrom = new AtomicReference<>();
  private volatile long lastNanos = System.nanoTime();

  /// @param alone whether nobody else can have its name
  public ReplaceThread(String application, Pulse pulse, StateFolder folder, boolean alone) {
    this.application = application;
    this.pulse = pulse;
    this.folder = folder;
    this.alone = alone;
  }

  @Override
  public StreamThreadExceptionResponse handle(Throwable failure) {
    boolean placed = pulse.isPlaced(failure);
    long now = System.nanoTime();
    long wait = nextPause(now);
    String dismissed = dismissed(failure, now);
    String end = dismissed == null ? end(failure, placed) : dismissed;
    pulse.died(failure);
    if (end != null) {
      LOG.error("the {} application ends: {}", application, end, failure);
      pulse.ended("the " + application + " application has ended: " + end);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    if (placed) {
      wait = FIRST_NANOS;
    }
    LOG.error(
        "a thread of the {} application died; replaced in {} ms",
        application,
        Duration.ofNanos(wait).toMillis(),
        failure);
    folder.mendTask(failure);
    LockSupport.parkNanos(wait);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /// Why the brokers let it go on no more; null where they may again.
  @Nullable String dismissed(Throwable failure, long now) {
    if (Dismissal.isFenced(failure)) {
      // Kafka 4.3.1 fences a member by what it sent itself, as it joins anew after a long stop.
      return alone ? null : Dismissal.of(failure);
    }
    String refused = Dismissal.of(failure);
    if (refused == null) {
      return null;
    }
    long from =
        Objects.requireNonNull(
            refusedFrom.updateAndGet(before -> before == null ? (Long) now : before));
    return now - from >= REFUSED_NANOS ? refused : null;
  }

  private @Nullable String end(Throwable failure, boolean placed) {
    String hopeless = pulse.hopeless();
    if (hopeless != null) {
      return "skipping " + hopeless + " did not help";
    }
    if (!placed && isError(failure) && unplaced.incrementAndGet() >= UNPLACED) {
      return Pulse.named(failure) + ", at no record, " + UNPLACED + " times";
    }
    return null;
  }

  private static boolean isError(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof Error) {
        return true;
      }
    }
    return false;
  }

  long nextPause(long now) {
    if (now - lastNanos > QUIET_NANOS) {
      pause.set(FIRST_NANOS);
      unplaced.set(0);
      refusedFrom.set(null);
    }
    lastNanos = now;
    return pause.getAndUpdate(last -> Math.min(last * 2, LONGEST_NANOS));
  }
}
