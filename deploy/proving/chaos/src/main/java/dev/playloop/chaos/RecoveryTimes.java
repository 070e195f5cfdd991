package dev.playloop.chaos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// From `kill -9` to the next output, and the longest pause of any agent while a second worker
/// joins and leaves, in milliseconds, by role; `named` is with a stable instance name.
record RecoveryTimes(
    Map<String, Long> p50Millis,
    Map<String, Long> maxMillis,
    Map<String, Long> longestPauseMillis) {
  static RecoveryTimes of(Map<String, List<Long>> millis, Map<String, Long> pauses) {
    Map<String, Long> p50 = new LinkedHashMap<>();
    Map<String, Long> max = new LinkedHashMap<>();
    millis.forEach((role, all) -> {
      List<Long> sorted = all.stream().sorted().toList();
      p50.put(role, sorted.get((sorted.size() - 1) / 2));
      max.put(role, sorted.getLast());
    });
    return new RecoveryTimes(p50, max, pauses);
  }

  /// For people.
  public String table() {
    StringBuilder table = new StringBuilder("from kill to the next output, ms     p50      max\n");
    p50Millis.forEach((role, millis) ->
        table.append(
            String.format(
                Locale.ROOT,
                "  %-30s %,7d  %,7d%n",
                role,
                millis,
                maxMillis.getOrDefault(role, 0L))));
    table.append("longest pause of any agent while a second worker joins and leaves, ms\n");
    longestPauseMillis.forEach(
        (role, millis) -> table.append(String.format(Locale.ROOT, "  %-30s %,7d%n", role, millis)));
    return table.toString().stripTrailing();
  }
}
