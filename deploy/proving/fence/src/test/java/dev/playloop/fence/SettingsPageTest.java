package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.AllSettings;
import dev.playloop.settings.SettingKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The page of settings is the declared keys, no more and no less. `-Dgolden.update=true` writes
/// it.
class SettingsPageTest {
  private static final Path PAGE = Tree.root().resolve("docs/settings.md");
  private static final String HEAD =
      """
      # Settings

      Written from the code by `SettingsPageTest`; see [CONTRIBUTING.md](../CONTRIBUTING.md#add-a-setting).

      Environment variables, or `playloop.*` in the `--config` file (`PLAYLOOP_HTTP_PORT` is
      `playloop.http.port`); variables win. Unknown names are refused. Telemetry follows the standard
      `OTEL_*` variables and is off unless one of them names an exporter. `run` and `up`
      refuse what only a cluster has: bootstrap, prefix, partitions, instance, health, standbys, and
      properties of Kafka's clients. A secret's value is never printed.
      [operations.md](operations.md#settings-that-matter) says which ones matter on a cluster.
      """;

  @Test
  void thePageIsTheDeclaredKeys() throws IOException {
    StringBuilder page = new StringBuilder(HEAD);
    for (AllSettings.Group group : AllSettings.groups()) {
      page.append("\n## ").append(group.title()).append("\n\n");
      page.append(SettingKey.table(group.keys()));
    }
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, page);
      return;
    }
    assertThat(Files.readString(PAGE))
        .as("where the change is meant, run this test with -Dgolden.update=true")
        .isEqualTo(page.toString());
  }

  @Test
  void noSettingIsDeclaredTwice() {
    List<String> names = AllSettings.keys().stream().map(SettingKey::name).toList();
    assertThat(names).doesNotHaveDuplicates();
  }
}
