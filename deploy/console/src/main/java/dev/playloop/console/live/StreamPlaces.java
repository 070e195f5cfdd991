package dev.playloop.console.live;

import java.util.HashMap;
import java.util.Map;

/// How many streams there may be: [#MOST] in all, and [#EACH] of one person, so that nobody keeps
/// all others from looking. Safe for all threads.
final class StreamPlaces {
  static final int MOST = 32;
  static final int EACH = 8;

  private final Map<String, Integer> taken = new HashMap<>();
  private int all;

  /// False: there is none for this person. Whoever got one gives it back by [#leave].
  synchronized boolean take(String name) {
    int own = taken.getOrDefault(name, 0);
    if (all >= MOST || own >= EACH) {
      return false;
    }
    taken.put(name, own + 1);
    all++;
    return true;
  }

  synchronized void leave(String name) {
    taken.computeIfPresent(name, (_, own) -> own == 1 ? null : own - 1);
    all--;
  }
}
