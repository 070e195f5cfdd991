package dev.playloop.console;

import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of a console.
public final class ConsoleSettings {
  public static final SettingKey PORT =
      SettingKey.of("PLAYLOOP_CONSOLE_PORT", "0", "where the console listens; 0 takes a free port");
  public static final SettingKey WORDS =
      SettingKey.of(
          "PLAYLOOP_CONSOLE_WORDS",
          "unsealed",
          "whether the console keeps an index of words, by which texts are found: unsealed (where no"
              + " payload is sealed), on (sealed ones too, as far as PLAYLOOP_SUBJECT_MASTER_KEY opens"
              + " them; what is erased leaves it), or off");

  private ConsoleSettings() {}

  public static List<SettingKey> keys() {
    return List.of(PORT, WORDS);
  }

  /// Whether texts can be searched for; null: where nothing is sealed.
  public static @Nullable Boolean words(Settings settings) {
    return switch (settings.text(WORDS)) {
      case "unsealed" -> null;
      case "on" -> true;
      case "off" -> false;
      default ->
          throw new InvalidSettingException(
              WORDS.name() + " must be unsealed, on or off, not '" + settings.text(WORDS) + "'");
    };
  }
}
