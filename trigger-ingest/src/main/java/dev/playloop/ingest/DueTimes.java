package dev.playloop.ingest;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.AgentConfig.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// When a schedule is due: by a UNIX cron expression in UTC, which is exact to the minute, or at a
/// fixed rate counted from 1970, so that every process computes the same times. Immutable, pure.
public sealed interface DueTimes {
  /// Throws [InvalidValueException] where the cron expression is none.
  static DueTimes of(Schedule schedule) {
    Duration every = schedule.every();
    return every == null ? cron(schedule) : new Every(every);
  }

  /// The first due time after `instant`; empty where there is none.
  Optional<Instant> next(Instant instant);

  /// The newest due time after `after` and not after `upTo`; empty where there is none.
  Optional<Instant> latest(Instant after, Instant upTo);

  record Every(Duration rate) implements DueTimes {
    @Override
    public Optional<Instant> next(Instant instant) {
      return Optional.of(floor(instant).plus(rate));
    }

    @Override
    public Optional<Instant> latest(Instant after, Instant upTo) {
      return Optional.of(floor(upTo)).filter(due -> due.isAfter(after));
    }

    private Instant floor(Instant instant) {
      long millis = instant.toEpochMilli();
      return Instant.ofEpochMilli(millis - Math.floorMod(millis, rate.toMillis()));
    }
  }

  record Cron(ExecutionTime times) implements DueTimes {
    @Override
    public Optional<Instant> next(Instant instant) {
      return times.nextExecution(utc(instant)).map(ZonedDateTime::toInstant);
    }

    @Override
    public Optional<Instant> latest(Instant after, Instant upTo) {
      ZonedDateTime minute = utc(upTo.truncatedTo(ChronoUnit.MINUTES));
      Optional<ZonedDateTime> newest =
          times.isMatch(minute) ? Optional.of(minute) : times.lastExecution(minute);
      return newest.map(ZonedDateTime::toInstant).filter(due -> due.isAfter(after));
    }

    private static ZonedDateTime utc(Instant instant) {
      return instant.atZone(ZoneOffset.UTC);
    }
  }

  private static DueTimes cron(Schedule schedule) {
    CronParser parser = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
    try {
      return new Cron(ExecutionTime.forCron(parser.parse(schedule.cron()).validate()));
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException(
          "cron",
          "a UNIX cron expression of five fields, such as '0 * * * *'",
          "'" + schedule.cron() + "' (" + e.getMessage() + ")");
    }
  }
}
