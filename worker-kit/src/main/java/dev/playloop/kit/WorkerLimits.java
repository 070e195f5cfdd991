package dev.playloop.kit;

import dev.playloop.schemas.Require;
import java.time.Duration;

/// The bounds of one worker. Whatever is full pauses its partition until there is room.
///
/// - `maxInFlight`: records taken in and not yet committed, over all partitions.
/// - `maxBytesInFlight`: their value bytes.
/// - `laneQueue`: records of one key that wait behind the one being handled.
/// - `mapSpan`: offsets between the oldest unfinished record of a partition and the newest taken
///   in.
/// - `mapChars`: characters of the finished offsets in the commit metadata (Kafka refuses 4,097).
/// - `revokeWait`: how long calls in flight may still finish when a partition is taken away.
/// - `retryFrom`, `retryMax`: pause before a call is repeated after a [RetriableException], doubled
///   each time.
public record WorkerLimits(
    int maxInFlight,
    long maxBytesInFlight,
    int laneQueue,
    int mapSpan,
    int mapChars,
    Duration revokeWait,
    Duration retryFrom,
    Duration retryMax) {
  public static final WorkerLimits DEFAULT =
      new WorkerLimits(
          4_096,
          128L * 1024 * 1024,
          64,
          50_000,
          3_000,
          Duration.ofSeconds(4),
          Duration.ofMillis(100),
          Duration.ofSeconds(5));

  public WorkerLimits {
    Require.range("maxInFlight", maxInFlight, 1, 1_000_000);
    Require.range("maxBytesInFlight", maxBytesInFlight, 1, Long.MAX_VALUE);
    Require.range("laneQueue", laneQueue, 0, 100_000);
    Require.range("mapSpan", mapSpan, 1, 10_000_000);
    Require.range("mapChars", mapChars, 16, 4_000);
    Require.range("revokeWait", revokeWait.toMillis(), 0, 60_000);
    Require.range("retryFrom", retryFrom.toMillis(), 1, 60_000);
    Require.range("retryMax", retryMax.toMillis(), retryFrom.toMillis(), 600_000);
  }

  public WorkerLimits withMaxInFlight(int max) {
    return new WorkerLimits(
        max, maxBytesInFlight, laneQueue, mapSpan, mapChars, revokeWait, retryFrom, retryMax);
  }

  public WorkerLimits withLaneQueue(int max) {
    return new WorkerLimits(
        maxInFlight, maxBytesInFlight, max, mapSpan, mapChars, revokeWait, retryFrom, retryMax);
  }

  public WorkerLimits withMap(int span, int chars) {
    return new WorkerLimits(
        maxInFlight, maxBytesInFlight, laneQueue, span, chars, revokeWait, retryFrom, retryMax);
  }

  public WorkerLimits withRevokeWait(Duration wait) {
    return new WorkerLimits(
        maxInFlight, maxBytesInFlight, laneQueue, mapSpan, mapChars, wait, retryFrom, retryMax);
  }

  public WorkerLimits withRetry(Duration from, Duration max) {
    return new WorkerLimits(
        maxInFlight, maxBytesInFlight, laneQueue, mapSpan, mapChars, revokeWait, from, max);
  }
}
