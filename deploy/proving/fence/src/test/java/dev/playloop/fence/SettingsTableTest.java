package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.AllSettings;
import dev.playloop.settings.SettingKey;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The README's table of settings is the declared keys, no more and no less.
class SettingsTableTest {
  private static final Pattern ROW =
      Pattern.compile("^\\| `(PLAYLOOP_[A-Z_]+)` \\| (.*?) \\| (.*?) \\|$", Pattern.MULTILINE);

  @Test
  void theReadmeNamesEverySettingWithItsDefault() throws IOException {
    String readme = Files.readString(Tree.root().resolve("README.md"));
    Map<String, String> documented = new TreeMap<>();
    Matcher row = ROW.matcher(readme);
    while (row.find()) {
      documented.put(row.group(1), row.group(2));
    }
    Map<String, String> declared = new TreeMap<>();
    for (SettingKey key : AllSettings.keys()) {
      declared.put(key.name(), key.defaultValue() == null ? "" : "`" + key.defaultValue() + "`");
    }
    assertThat(documented).isEqualTo(declared);
  }

  @Test
  void noSettingIsDeclaredTwice() {
    List<String> names = AllSettings.keys().stream().map(SettingKey::name).toList();
    assertThat(names).doesNotHaveDuplicates();
  }
}
