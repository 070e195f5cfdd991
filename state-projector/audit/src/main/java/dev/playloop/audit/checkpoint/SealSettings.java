package dev.playloop.audit.checkpoint;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.KeyRef;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How checkpoints are signed. The setting is a reference to the key, never the key.
///
/// @param key null: no checkpoints are written
/// @param copy where copies go; null: nowhere
public record SealSettings(@Nullable SigningKey key, Duration interval, @Nullable String copy) {
  public static final SettingKey KEY =
      SettingKey.required(
          "PLAYLOOP_CHECKPOINT_KEY",
          "where the key that signs checkpoints lies, file:PATH or env:NAME; without it none are"
              + " written");
  public static final SettingKey INTERVAL =
      SettingKey.of(
          "PLAYLOOP_CHECKPOINT_INTERVAL", "5m", "how often a checkpoint of the journal is written");
  public static final SettingKey COPY =
      SettingKey.required(
          "PLAYLOOP_CHECKPOINT_COPY",
          "where each checkpoint is copied to: file:PATH, or an http(s) address that it is posted"
              + " to");
  private static final Duration SHORTEST = Duration.ofMillis(100);

  public SealSettings {
    if (interval.compareTo(SHORTEST) < 0) {
      throw new InvalidSettingException(
          INTERVAL.name() + ": expected at least 100ms, got " + interval);
    }
  }

  public static List<SettingKey> keys() {
    return List.of(KEY, INTERVAL, COPY);
  }

  public static SealSettings from(Settings settings, Map<String, String> environment) {
    Optional<String> reference = settings.optional(KEY);
    return new SealSettings(
        reference.map(text -> key(new KeyRef(text).read(KEY.name(), environment))).orElse(null),
        settings.duration(INTERVAL),
        settings.optional(COPY).orElse(null));
  }

  private static SigningKey key(String pem) {
    try {
      return SigningKey.read(pem, KEY.name());
    } catch (InvalidValueException e) {
      throw new InvalidSettingException(String.valueOf(e.getMessage()));
    }
  }

  /// Whether checkpoints are to be written.
  public boolean writesCheckpoints() {
    return key != null;
  }
}
