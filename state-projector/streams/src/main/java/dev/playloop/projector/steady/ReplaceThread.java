package dev.playloop.projector.steady;

import dev.playloop.kit.topic.Dismissal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Replaces a stream thread that died, after a pause that doubles up to 10 s while threads keep
/// dying, and begins anew after a quiet minute. A thread that died of a record goes on at once,
/// since its record will be skipped. Stores that can't be opened are removed first. The application
/// ends where an `Error` has no record, for the third time, where skipping did not help, or at once
/// by a [Dismissal], which a thread in its place would not mend. Called on the dying thread, which
/// may wait.
public final class ReplaceThread implements StreamsUncaughtExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ReplaceThread.class);
  private static final int UNPLACED = 3;
  private static final long FIRST_NANOS = Duration.ofMillis(100).toNanos();
  private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

  private final String application;
  private final Pulse pulse;
  private final StateFolder folder;
  private final AtomicLong pause = new AtomicLong(FIRST_NANOS);
  private final AtomicInteger unplaced = new AtomicInteger();
  private volatile long lastNanos = System.nanoTime();

  public ReplaceThread(String application, Pulse pulse, StateFolder folder) {
    this.application = application;
    this.pulse = pulse;
    this.folder = folder;
  }

  @Override
  public StreamThreadExceptionResponse handle(Throwable failure) {
    boolean placed = pulse.isPlaced(failure);
    long wait = nextPause(System.nanoTime());
    String end = end(failure, placed);
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

  private @Nullable String end(Throwable failure, boolean placed) {
    String dismissed = Dismissal.of(failure);
    if (dismissed != null) {
      return dismissed;
    }
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
    }
    lastNanos = now;
    return pause.getAndUpdate(last -> Math.min(last * 2, LONGEST_NANOS));
  }
}
