package dev.playloop.executor;

import dev.playloop.worlds.model.WorldUnavailable;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The way to one world: keeps callers away from a world that can't be reached, lets one of them
/// try again after a rest, and says once that the world went away and once that it is back.
/// Thread-safe.
final class WorldGate {
  private static final Logger LOG = LoggerFactory.getLogger(WorldGate.class);
  private static final int WINDOW = 10;
  private static final int FAILURES_TO_REST = 5;

  private final String world;
  private final Clock clock;
  private final CircuitBreaker breaker;

  /// Since when the world is away; null while it is there.
  private final AtomicReference<@Nullable Instant> awaySince = new AtomicReference<>();

  WorldGate(String world, Clock clock, Duration rest) {
    this.world = world;
    this.clock = clock;
    this.breaker =
        CircuitBreaker.of(
            world,
            CircuitBreakerConfig.custom()
                .slidingWindow(WINDOW, FAILURES_TO_REST, SlidingWindowType.COUNT_BASED)
                .failureRateThreshold(50)
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitDurationInOpenState(rest)
                .clock(clock)
                .build());
  }

  /// One call of the world.
  @FunctionalInterface
  interface Call<T> {
    T run() throws InterruptedException;
  }

  /// Calls the world. Throws [WorldUnavailable] where it can't be reached, or is resting.
  <T> T call(Call<T> call) throws InterruptedException {
    return call(call, true);
  }

  /// As [#call] for what only prepares another call: that it went well does not mean that the world
  /// is back.
  <T> T prepare(Call<T> call) throws InterruptedException {
    return call(call, false);
  }

  private <T> T call(Call<T> call, boolean counts) throws InterruptedException {
    if (!breaker.tryAcquirePermission()) {
      throw new WorldUnavailable(
          "world " + world + " is away and left to rest",
          CallNotPermittedException.createCallNotPermittedException(breaker));
    }
    boolean reported = false;
    try {
      T result = call.run();
      if (counts) {
        breaker.onSuccess(0, TimeUnit.NANOSECONDS);
        reported = true;
        isBack();
      }
      return result;
    } catch (WorldUnavailable e) {
      if (!e.isBusy()) {
        breaker.onError(0, TimeUnit.NANOSECONDS, e);
        reported = true;
        wentAway(e);
      }
      throw e;
    } finally {
      if (!reported) {
        // A bug, an interrupt, a crowd or a preparation says nothing about the way to the world.
        breaker.releasePermission();
      }
    }
  }

  /// Whether the last that was heard of the world is that it can't be reached.
  boolean isAway() {
    return awaySince.get() != null;
  }

  private void wentAway(WorldUnavailable cause) {
    if (awaySince.compareAndSet(null, clock.instant())) {
      LOG.warn(
          "world {} can't be reached, its actions wait until their time is over: {}",
          world,
          cause.getMessage());
    }
  }

  private void isBack() {
    Instant since = awaySince.get();
    if (since != null && awaySince.compareAndSet(since, null)) {
      LOG.warn(
          "world {} is back after {} ms",
          world,
          Duration.between(since, clock.instant()).toMillis());
    }
  }
}
