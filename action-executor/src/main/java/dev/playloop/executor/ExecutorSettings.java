package dev.playloop.executor;

import dev.playloop.kit.KitSettings;
import dev.playloop.kit.WallClock;
import dev.playloop.kit.topic.Suspects;
import dev.playloop.schemas.Require;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How an executor works. `maxInFlight` bounds the actions in hand per world; `restAfterOutage` is
/// how long a world that can't be reached is left alone before it is asked again; `longestNotAfter`
/// bounds how far ahead an action of a ledger world may be valid, because as long, and ten minutes
/// more, is remembered how it ended. `folder` keeps at which actions the JVM broke; without one
/// that is forgotten with the process. `mandates` say who acts as whom, and with which key.
public record ExecutorSettings(
    Clock clock,
    int maxInFlight,
    Duration restAfterOutage,
    Duration longestNotAfter,
    @Nullable Path folder,
    Mandates mandates) {
  public static final SettingKey MAX_IN_FLIGHT =
      SettingKey.of(
          "PLAYLOOP_EXECUTOR_MAX_IN_FLIGHT", "4000", "actions in hand at once, per world");
  public static final SettingKey REST_AFTER_OUTAGE =
      SettingKey.of(
          "PLAYLOOP_EXECUTOR_REST_AFTER_OUTAGE",
          "1s",
          "how long a world that can't be reached is left alone, 10ms to 5s");
  public static final SettingKey LONGEST_NOT_AFTER =
      SettingKey.of(
          "PLAYLOOP_EXECUTOR_LONGEST_NOT_AFTER",
          "1h",
          "how far ahead an action of a ledger world may be valid, 1s to 1d; ten minutes longer is"
              + " remembered how it ended");

  public static final SettingKey ACTORS =
      SettingKey.required(
          "PLAYLOOP_EXECUTOR_ACTORS",
          "a YAML file: which agents may act as which actor, and the name of the key that signs for"
              + " it; without one, any agent as any actor");

  private static final int MOST = 100_000;

  public ExecutorSettings {
    Require.range("executor.maxInFlight", maxInFlight, 1, MOST);
    Require.range("executor.restAfterOutage", restAfterOutage.toMillis(), 10, 5_000);
    Require.range("executor.longestNotAfter", longestNotAfter.toSeconds(), 1, 86_400);
  }

  /// What fits a single machine and a cluster alike.
  public static ExecutorSettings standard() {
    return new ExecutorSettings(
        WallClock.system(), 4_000, Duration.ofSeconds(1), Duration.ofHours(1), null, Mandates.NONE);
  }

  public static List<SettingKey> keys() {
    return List.of(MAX_IN_FLIGHT, REST_AFTER_OUTAGE, LONGEST_NOT_AFTER, ACTORS);
  }

  public static ExecutorSettings from(Settings settings) {
    return new ExecutorSettings(
        WallClock.system(),
        settings.number(MAX_IN_FLIGHT, 1, MOST),
        within(settings, REST_AFTER_OUTAGE, Duration.ofMillis(10), Duration.ofSeconds(5)),
        within(settings, LONGEST_NOT_AFTER, Duration.ofSeconds(1), Duration.ofDays(1)),
        settings.path(KitSettings.DATA).resolve("executor"),
        settings.isSet(ACTORS)
            ? Mandates.read(ACTORS.name(), settings.path(ACTORS))
            : Mandates.NONE);
  }

  private static Duration within(Settings settings, SettingKey key, Duration min, Duration max) {
    Duration told = settings.duration(key);
    if (told.compareTo(min) < 0 || told.compareTo(max) > 0) {
      throw new InvalidSettingException(
          key.name() + " must be from " + min + " to " + max + ", not " + told);
    }
    return told;
  }

  public ExecutorSettings withClock(Clock other) {
    return new ExecutorSettings(
        other, maxInFlight, restAfterOutage, longestNotAfter, folder, mandates);
  }

  public ExecutorSettings withFolder(Path other) {
    return new ExecutorSettings(
        clock, maxInFlight, restAfterOutage, longestNotAfter, other, mandates);
  }

  public ExecutorSettings withMaxInFlight(int other) {
    return new ExecutorSettings(clock, other, restAfterOutage, longestNotAfter, folder, mandates);
  }

  ExecutorSettings withRest(Duration other) {
    return new ExecutorSettings(clock, maxInFlight, other, longestNotAfter, folder, mandates);
  }

  ExecutorSettings withMandates(Mandates other) {
    return new ExecutorSettings(
        clock, maxInFlight, restAfterOutage, longestNotAfter, folder, other);
  }

  /// At which actions of a world the JVM broke.
  Suspects suspects(String world) {
    return folder == null ? Suspects.unkept() : Suspects.in(folder.resolve("suspects-" + world));
  }
}
