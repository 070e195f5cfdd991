package dev.playloop.worlds.postgres;

import dev.playloop.worlds.postgres.WorldDatabase.Bounds;
import java.time.Duration;

/// How long tests let a world's database take.
public final class TestBounds {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofSeconds(3);

  /// On a machine that is busy a crowd waits for longer than a world's users would.
  public static final Bounds PATIENT = new Bounds(LONG, LONG, LONG, LONG);

  /// For what is held up by a test: it gives up soon, and only who waits for a connection or a
  /// statement does.
  public static final Bounds HASTY = new Bounds(LONG, SHORT, SHORT, LONG);

  private TestBounds() {}
}
