package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.AllSettings;
import dev.playloop.settings.Settings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a console has that only shows a journal.
class LookingOnTest {
  @TempDir Path folder;

  @Test
  void picturesLieWhereTheSettingsSay() {
    Settings settings =
        AllSettings.read(Map.of("PLAYLOOP_CONSOLE_PICTURES", folder.toString()), null);
    try (LookingOn looking = LookingOn.of(folder, 0)) {
      assertThat(looking.options("file", settings).pictures()).isEqualTo(folder);
      assertThat(looking.options("file", AllSettings.read(Map.of(), null)).pictures()).isNull();
    }
  }
}
