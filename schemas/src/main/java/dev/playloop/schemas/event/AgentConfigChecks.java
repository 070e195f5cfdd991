package dev.playloop.schemas.event;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.AgentConfig.Schedule;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the parts of a config go through before they stand in it. Pure.
final class AgentConfigChecks {
  private static final Duration MIN_EVERY = Duration.ofSeconds(1);

  private AgentConfigChecks() {}

  /// In the order of its keys, so that a config's JSON is the same in every process.
  static <T> Map<String, T> sorted(@Nullable Map<String, T> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(map));
  }

  static void uniqueNames(List<Schedule> schedules) {
    Set<String> names = new HashSet<>();
    for (Schedule schedule : schedules) {
      if (!names.add(schedule.name())) {
        throw new InvalidValueException(
            "schedules", "schedules with different names", "'" + schedule.name() + "' twice");
      }
    }
  }

  /// When a schedule comes due: by one of the two, and not more often than each second.
  static void rhythm(@Nullable String cron, @Nullable Duration every) {
    if ((cron == null) == (every == null)) {
      throw new InvalidValueException(
          "every", "exactly one of cron and every", cron == null ? "neither" : "both");
    }
    if (every != null && every.compareTo(MIN_EVERY) < 0) {
      throw new InvalidValueException("every", "PT1S or longer", every.toString());
    }
  }
}
