package dev.playloop.worlds.sandbox;

import java.time.Duration;

/// What one run may use. Memory is not among them: the heap is the child's, and every child has the
/// same.
///
/// @param wallClock from the moment the child has the code, with everything the host does for it. A
///   nested run has at most what is left of the run around it
/// @param statements statements that the engine counts; about seven seconds of a tight loop are
///   fifty million
/// @param outputBytes largest result, largest call to the host and most that may be printed, each
///   in bytes of UTF-8
/// @param hostCalls calls to the host
public record Limits(Duration wallClock, long statements, int outputBytes, int hostCalls) {
  public static final Limits DEFAULT =
      new Limits(Duration.ofSeconds(5), 50_000_000, 64 * 1024, 1_000);

  private static final int MAX_OUTPUT = 4 << 20;

  public Limits {
    positive("wallClock in ms", wallClock.toMillis());
    positive("statements", statements);
    positive("outputBytes", outputBytes);
    positive("hostCalls", hostCalls);
    if (outputBytes > MAX_OUTPUT) {
      throw new IllegalArgumentException(
          "outputBytes: at most " + MAX_OUTPUT + ", got " + outputBytes);
    }
  }

  public Limits withWallClock(Duration wallClock) {
    return new Limits(wallClock, statements, outputBytes, hostCalls);
  }

  private static void positive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + ": expected more than 0, got " + value);
    }
  }
}
