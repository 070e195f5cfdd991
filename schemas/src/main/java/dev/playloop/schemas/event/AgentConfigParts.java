package dev.playloop.schemas.event;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.AgentConfig.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the parts of a config go through before they stand in it, and how its tables are read.
/// Pure.
final class AgentConfigParts {
  private static final int MAX_SCHEDULES = 64;
  private static final Duration MIN_EVERY = Duration.ofSeconds(1);

  private AgentConfigParts() {}

  /// In the order of its keys, so that a config's JSON is the same in every process.
  static <T> Map<String, T> sorted(@Nullable Map<String, T> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(map));
  }

  /// A few, each by a name of its own: the loop looks at all of them on each input.
  static void named(List<Schedule> schedules) {
    if (schedules.size() > MAX_SCHEDULES) {
      throw new InvalidValueException(
          "schedules", "at most " + MAX_SCHEDULES + " schedules", String.valueOf(schedules.size()));
    }
    Set<String> names = new HashSet<>();
    for (Schedule schedule : schedules) {
      if (!names.add(schedule.name())) {
        throw new InvalidValueException(
            "schedules", "schedules with different names", "'" + schedule.name() + "' twice");
      }
    }
  }

  /// When a schedule comes due: by one of the three, and not more often than each second.
  static void rhythm(@Nullable String cron, @Nullable Duration every, @Nullable Duration delay) {
    List<String> given = new ArrayList<>();
    if (cron != null) {
      given.add("cron");
    }
    if (every != null) {
      given.add("every");
    }
    if (delay != null) {
      given.add("delay");
    }
    if (given.size() != 1) {
      throw new InvalidValueException(
          "every",
          "exactly one of cron, every and delay",
          given.isEmpty() ? "none" : String.join(" and ", given));
    }
    atLeastASecond("every", every);
    atLeastASecond("delay", delay);
  }

  private static void atLeastASecond(String name, @Nullable Duration time) {
    if (time != null && time.compareTo(MIN_EVERY) < 0) {
      throw new InvalidValueException(name, "PT1S or longer", time.toString());
    }
  }
}
