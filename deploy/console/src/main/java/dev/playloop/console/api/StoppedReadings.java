package dev.playloop.console.api;

import dev.playloop.console.row.RunRow;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The newest [#MOST] runs of which more is probably asked for soon, each at where its last part
/// ended. Whoever takes one has it alone. Safe for all threads.
final class StoppedReadings {
  private static final int MOST = 4;

  private final Map<String, RunReading> readings =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RunReading> eldest) {
          return size() > MOST;
        }
      };

  private long erasures;

  /// How often all were let go of; for [#keep].
  synchronized long erasures() {
    return erasures;
  }

  /// The one that goes on with that entry of that run; null where there is none.
  synchronized @Nullable RunReading take(RunRow run, long from) {
    return readings.remove(key(run.run(), from));
  }

  /// Keeps it where there is more of it to come, and nothing was erased meanwhile.
  ///
  /// @param before how often all had been let go of when it was begun or taken
  synchronized void keep(RunReading reading, long before) {
    Long next = reading.next();
    if (next != null && erasures == before) {
      readings.put(key(reading.run(), next), reading);
    }
  }

  /// Lets go of all of them.
  synchronized void forget() {
    erasures++;
    readings.clear();
  }

  private static String key(String run, long from) {
    return run + "@" + from;
  }
}
