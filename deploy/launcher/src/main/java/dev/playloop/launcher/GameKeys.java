package dev.playloop.launcher;

import dev.playloop.launcher.declared.DeclaredGames;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.secret.SecretFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the actions of worlds that are data are signed with: a file for each world, which the game
/// has, too. Immutable.
///
/// @param folder null where there is none
/// @param makes whether a key is made where there is none, as on one machine
public record GameKeys(@Nullable Path folder, boolean makes) implements DeclaredGames.Keys {
  public static final SettingKey KEYS =
      SettingKey.required(
          "PLAYLOOP_DECLARED_KEYS",
          "folder with a file WORLD.key for each world that is data: what its actions are signed"
              + " with, 16 bytes or more. One machine makes them in its data folder");

  public static final SettingKey PRIVATE =
      SettingKey.required(
          "PLAYLOOP_DECLARED_PRIVATE",
          "addresses and ranges, comma-separated, that are not of the public internet and where"
              + " games may be all the same, such as 10.2.0.0/16");

  public static final SettingKey PULL_HOST =
      SettingKey.of(
          "PLAYLOOP_PULL_HOST",
          "127.0.0.1",
          "address on which an executor listens for games that fetch their actions; beyond loopback"
              + " only with TLS, as PLAYLOOP_HTTP_TLS_CERTIFICATE and PLAYLOOP_HTTP_PLAIN say");
  public static final SettingKey PULL_PORT =
      SettingKey.required(
          "PLAYLOOP_PULL_PORT",
          "port on which an executor listens for games that fetch their actions, 0 takes a free"
              + " one; without it, it does not. `up` serves them at the gateway");

  private static final int KEY_BYTES = 32;

  /// As the settings say, else in the data folder of one machine; null where that has none. Throws
  /// [dev.playloop.settings.InvalidSettingException].
  public static GameKeys from(Settings settings, @Nullable Path data) {
    if (settings.isSet(KEYS)) {
      return new GameKeys(settings.path(KEYS), false);
    }
    return data == null
        ? new GameKeys(null, false)
        : new GameKeys(OwnFiles.folder(data.resolve(WorldDeclaration.SHARED)), true);
  }

  /// The games that may be asked as the settings say.
  static DeclaredGames games(Settings settings, @Nullable Path data) {
    return new DeclaredGames(from(settings, data), listed(settings));
  }

  /// The private addresses and ranges where games may be.
  public static List<String> listed(Settings settings) {
    return settings
        .optional(PRIVATE)
        .map(text -> List.of(text.strip().split("\\s*,\\s*")))
        .orElse(List.of());
  }

  @Override
  public byte[] of(String world) {
    if (folder == null) {
      throw CannotOpenWorld.setting(
          "there is no key to sign its actions with", "Set " + KEYS.name() + ".");
    }
    Path file = folder.resolve(world + ".key");
    if (makes && !Files.exists(file)) {
      byte[] key = new byte[KEY_BYTES];
      new SecureRandom().nextBytes(key);
      OwnFiles.write(file, HexFormat.of().formatHex(key));
    }
    return read(file);
  }

  /// The key in this file, without the white space around it. Throws [CannotOpenWorld].
  public static byte[] read(Path file) {
    byte[] text = SecretFile.read("the key", file);
    return new String(text, StandardCharsets.UTF_8).strip().getBytes(StandardCharsets.UTF_8);
  }
}
