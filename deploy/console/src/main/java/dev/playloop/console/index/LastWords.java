package dev.playloop.console.index;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What agents said last, in memory alone: the newest [#MOST] agents, [#LONGEST] characters each.
/// Safe for all threads.
public final class LastWords {
  static final int MOST = 5_000;
  static final int LONGEST = 200;

  private final Map<String, String> words =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > MOST;
        }
      };

  public synchronized void put(String agent, String said) {
    int end = said.length() <= LONGEST ? said.length() : LONGEST;
    if (end < said.length() && Character.isLowSurrogate(said.charAt(end))) {
      end--;
    }
    words.put(agent, said.substring(0, end));
  }

  public synchronized @Nullable String of(String agent) {
    return words.get(agent);
  }

  /// Nothing of it is kept.
  public synchronized void clear() {
    words.clear();
  }
}
