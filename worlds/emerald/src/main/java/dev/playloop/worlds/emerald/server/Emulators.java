package dev.playloop.worlds.emerald.server;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads which agent plays on which emulator. A game has one player and a player one game, so that
/// the lane of an agent is the lane of its emulator.
public final class Emulators {
  private Emulators() {}

  /// The addresses of mGBA-http by the names of agents, in the order of the setting, such as
  /// `scout=http://127.0.0.1:5000,ada=http://127.0.0.1:5001`.
  public static Map<String, URI> of(Settings settings, SettingKey key) {
    Map<String, URI> emulators = new LinkedHashMap<>();
    for (String item : settings.list(key)) {
      int equals = item.indexOf('=');
      if (equals < 1) {
        throw wrong(key, item, "expected an agent's name and an address, name=http://host:port");
      }
      String player = player(key, item, item.substring(0, equals).strip());
      URI address = address(key, item, item.substring(equals + 1).strip());
      if (emulators.containsKey(player)) {
        throw wrong(key, item, "'" + player + "' has an emulator already; give each agent one");
      }
      if (emulators.containsValue(address)) {
        throw wrong(key, item, address + " has a player already; give each agent its own");
      }
      emulators.put(player, address);
    }
    return emulators;
  }

  private static String player(SettingKey key, String item, String name) {
    try {
      return AgentId.of(EmeraldWorld.NAME, name).name();
    } catch (IllegalArgumentException e) {
      throw wrong(key, item, "'" + name + "' is no agent's name: " + e.getMessage());
    }
  }

  private static URI address(SettingKey key, String item, String text) {
    try {
      return Require.webAddress(
          "url", text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    } catch (InvalidValueException e) {
      throw wrong(key, item, "'" + text + "' is no address; expected http://host:port");
    }
  }

  private static CannotOpenWorld wrong(SettingKey key, String item, String why) {
    return CannotOpenWorld.setting(
        key.name() + ": '" + item + "': " + why,
        "set it to name=url pairs with commas between them, such as scout=http://127.0.0.1:5000.");
  }
}
