package dev.playloop.ingest.stream;

import dev.playloop.http.Problem;
import java.util.HashMap;
import java.util.Map;

/// Counts the streams that are open, in all and of each world. Any thread.
final class OpenStreams {
  static final int IN_ALL = 256;
  static final int OF_WORLD = 64;

  private final Map<String, Integer> ofWorld = new HashMap<>();
  private int open;

  /// Counts one in, which [#leave] counts out. Throws [Problem.Refused] where there are too many.
  synchronized void enter(String world) {
    if (open >= IN_ALL) {
      throw notNow("all " + IN_ALL + " streams of this gateway are taken").refused();
    }
    if (ofWorld.getOrDefault(world, 0) >= OF_WORLD) {
      throw Problem.of(
              429,
              "busy",
              "Too many streams",
              world + " has " + OF_WORLD + " streams open: close one, or share one among readers")
          .refused();
    }
    open++;
    ofWorld.merge(world, 1, Integer::sum);
  }

  synchronized void leave(String world) {
    open--;
    ofWorld.computeIfPresent(world, (_, count) -> count == 1 ? null : count - 1);
  }

  /// What a reader is told that may come again.
  static Problem notNow(String detail) {
    return Problem.of(503, "unavailable", "Not now", detail + "; come again with the same id");
  }
}
