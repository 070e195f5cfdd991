package dev.playloop.projector;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Replaces a stream thread that died, after a pause that doubles up to 10 s while threads keep
/// dying, and begins anew after a quiet minute. Called on the dying thread, which may wait.
final class ReplaceThread implements StreamsUncaughtExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ReplaceThread.class);
  private static final long FIRST_NANOS = Duration.ofMillis(100).toNanos();
  private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

  private final String application;
  private final AtomicLong pause = new AtomicLong(FIRST_NANOS);
  private volatile long lastNanos = System.nanoTime();

  ReplaceThread(String application) {
    this.application = application;
  }

  @Override
  public StreamThreadExceptionResponse handle(Throwable failure) {
    long wait = nextPause(System.nanoTime());
    LOG.error(
        "a thread of the {} application died; replaced in {} ms",
        application,
        Duration.ofNanos(wait).toMillis(),
        failure);
    LockSupport.parkNanos(wait);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  long nextPause(long now) {
    if (now - lastNanos > QUIET_NANOS) {
      pause.set(FIRST_NANOS);
    }
    lastNanos = now;
    return pause.getAndUpdate(last -> Math.min(last * 2, LONGEST_NANOS));
  }
}
