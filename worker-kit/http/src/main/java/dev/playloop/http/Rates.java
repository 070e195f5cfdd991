package dev.playloop.http;

import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How many calls a second each caller is good for. Knows at most [#MOST] callers, and counts anew
/// where there are more. Safe for all threads.
final class Rates {
  static final int MOST = 10_000;

  private final int perSecond;
  private final Map<String, RateLimiter> byCaller = new ConcurrentHashMap<>();

  /// `perSecond` 0: any number.
  Rates(int perSecond) {
    this.perSecond = perSecond;
  }

  /// Throws [Problem.Refused] where this is one too many.
  void count(String caller) {
    if (perSecond == 0) {
      return;
    }
    if (byCaller.size() >= MOST) {
      byCaller.clear();
    }
    if (!byCaller.computeIfAbsent(caller, this::limiter).acquirePermission()) {
      throw Problem.of(
              429,
              "rate",
              "Too many requests",
              "this token is good for " + perSecond + " requests a second")
          .refused();
    }
  }

  private RateLimiter limiter(String caller) {
    return RateLimiter.of(
        caller,
        RateLimiterConfig.custom()
            .limitForPeriod(perSecond)
            .limitRefreshPeriod(Duration.ofSeconds(1))
            .timeoutDuration(Duration.ZERO)
            .build());
  }
}
