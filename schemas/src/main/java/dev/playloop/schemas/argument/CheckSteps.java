package dev.playloop.schemas.argument;

import java.util.Collection;

/// How much one check has done. A step is a value that was looked at, a name that was looked up, a
/// character that was counted, compared or shown, or one instruction of a pattern held against one
/// character. Owned by the thread that checks.
final class CheckSteps {
  /// As much of a name as a nearest one is looked for by.
  private static final int NEAREST = 200;

  private long taken;

  void take(long steps) {
    taken += steps;
  }

  /// Those of looking for the candidate nearest to a name: each letter against each.
  void takeNearest(String wrong, Collection<String> candidates) {
    long letters = 1L + Math.min(NEAREST, wrong.length());
    for (String candidate : candidates) {
      taken += letters * (1L + Math.min(NEAREST, candidate.length()));
    }
  }

  long taken() {
    return taken;
  }
}
