package dev.playloop.console.api;

import java.util.Iterator;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// The newest [#MOST] runs of which more is probably asked for soon, of some [#BYTES] together,
/// each at where its last part ended. Whoever takes one has it alone. Safe for all threads.
final class StoppedReadings<R extends StoppedReadings.Stopped> {
  static final int MOST = 8;
  static final long BYTES = 64L << 20;

  /// The newest last.
  private final LinkedHashMap<String, R> readings = new LinkedHashMap<>();

  private long erasures;

  /// A run that was read up to somewhere.
  interface Stopped {
    String run();

    /// Where its next part begins; null where there is none.
    @Nullable Long next();

    /// About how many bytes it holds.
    long weight();
  }

  /// How often all were let go of; for [#keep].
  synchronized long erasures() {
    return erasures;
  }

  /// The one that goes on with that entry of that run; null where there is none.
  synchronized @Nullable R take(String run, long from) {
    return readings.remove(key(run, from));
  }

  /// Keeps it where there is more of it to come, and nothing was erased meanwhile.
  ///
  /// @param before how often all had been let go of when it was begun or taken
  synchronized void keep(R reading, long before) {
    Long next = reading.next();
    if (next == null || erasures != before) {
      return;
    }
    var _ = readings.putLast(key(reading.run(), next), reading);
    long bytes = readings.values().stream().mapToLong(Stopped::weight).sum();
    Iterator<R> oldest = readings.values().iterator();
    for (int left = readings.size(); left > 1 && (left > MOST || bytes > BYTES); left--) {
      bytes -= oldest.next().weight();
      oldest.remove();
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
