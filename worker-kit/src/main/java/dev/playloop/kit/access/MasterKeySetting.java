package dev.playloop.kit.access;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.KeyRef;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where whoever seals or opens the journal's payloads has the master key from: the projector,
/// which seals them, and whoever is to read them, such as a gateway or a command. Stateless.
public final class MasterKeySetting {
  public static final SettingKey KEY =
      SettingKey.required(
          "PLAYLOOP_SUBJECT_MASTER_KEY",
          "where the key lies that wraps the keys of journal payloads, file:PATH or env:NAME"
              + " (32 bytes in Base64); without it payloads are not encrypted and can't be erased,"
              + " and a gateway without it streams nothing of those that are");

  private MasterKeySetting() {}

  /// Null where none is configured. Throws [InvalidSettingException], which says nothing of the key
  /// itself.
  public static @Nullable MasterKey read(Settings settings, Map<String, String> environment) {
    return settings
        .optional(KEY)
        .map(reference -> key(new KeyRef(reference).read(KEY.name(), environment)))
        .orElse(null);
  }

  private static MasterKey key(String text) {
    try {
      return MasterKey.read(text, KEY.name());
    } catch (InvalidValueException e) {
      throw new InvalidSettingException(String.valueOf(e.getMessage()));
    }
  }
}
