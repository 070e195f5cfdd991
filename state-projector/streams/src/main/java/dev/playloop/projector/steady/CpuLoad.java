package dev.playloop.projector.steady;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// How busy the processors are that this process may use, 0 to 1, by whomever. The system measures
/// from one question to the next, so that it is asked now and then only. Safe for all threads.
final class CpuLoad implements DoubleSupplier {
  private static final long EACH_NANOS = Duration.ofMillis(500).toNanos();

  private final @Nullable DoubleSupplier system;
  private final LongSupplier nanos;
  private final AtomicLong askAt;
  private volatile double last;

  CpuLoad(LongSupplier nanos) {
    this(nanos, ofThisSystem());
  }

  /// @param system answers a negative number where it does not know
  CpuLoad(LongSupplier nanos, @Nullable DoubleSupplier system) {
    this.nanos = nanos;
    this.system = system;
    this.askAt = new AtomicLong(nanos.getAsLong());
  }

  /// As of the last half second; 0 where the system can't tell.
  @Override
  public double getAsDouble() {
    long due = askAt.get();
    long now = nanos.getAsLong();
    if (system != null && now - due >= 0 && askAt.compareAndSet(due, now + EACH_NANOS)) {
      last = Math.max(0, system.getAsDouble());
    }
    return last;
  }

  private static @Nullable DoubleSupplier ofThisSystem() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system::getCpuLoad
        : null;
  }
}
