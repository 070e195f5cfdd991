package dev.playloop.worlds.emerald.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A game has one player and a player one game, or two executors could drive one game.
class EmulatorsTest {
  private static final SettingKey EMULATORS =
      SettingKey.required("PLAYLOOP_EMERALD_EMULATORS", "who plays where");

  @Test
  void eachAgentHasItsEmulator() {
    assertThat(read("scout = http://127.0.0.1:5000/, ada=http://host:5001"))
        .containsExactly(
            Map.entry("scout", URI.create("http://127.0.0.1:5000")),
            Map.entry("ada", URI.create("http://host:5001")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          scout                                         | name=http
          =http://127.0.0.1:5000                        | name=http
          Scout!=http://127.0.0.1:5000                  | is no agent
          scout=127.0.0.1:5000                          | is no address
          scout=ftp://host                              | is no address
          scout=http:// x                               | is no address
          scout=http://a:1,scout=http://a:2             | has an emulator already
          scout=http://a:1,ada=http://a:1/              | has a player already
          """)
  void whatDoesNotFitIsRefusedByItsName(String text, String why) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("PLAYLOOP_EMERALD_EMULATORS")
        .hasMessageContaining(why);
  }

  private static Map<String, URI> read(String text) {
    return Emulators.of(
        Settings.read(List.of(EMULATORS), Map.of(EMULATORS.name(), text), null), EMULATORS);
  }
}
