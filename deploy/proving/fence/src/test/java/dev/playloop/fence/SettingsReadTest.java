package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.AllSettings;
import dev.playloop.settings.SettingKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A setting is a promise: whoever sets it finds something changed.
class SettingsReadTest {
  /// A constant that holds a key, and what its declaration says up to the semicolon.
  private static final Pattern DECLARED =
      Pattern.compile("static final (?:SettingKey|Price) (\\w+)\\s*=([^;]*);");

  private static final Pattern NAME = Pattern.compile("\"(PLAYLOOP_[A-Z_]+[A-Z])\"");

  /// A list of keys, which is no use of them.
  private static final Pattern LISTED =
      Pattern.compile("List<SettingKey> \\w+\\(\\)\\s*\\{.*?\\n  \\}", Pattern.DOTALL);

  private static final House HOUSE = House.here();

  @Test
  void eachDeclaredKeyIsReadBySomebody() throws IOException {
    Map<Path, String> sources = sources();
    TreeSet<String> unread = new TreeSet<>();
    int[] found = {0};
    for (Map.Entry<Path, String> source : sources.entrySet()) {
      Matcher key = DECLARED.matcher(source.getValue());
      while (key.find()) {
        found[0]++;
        String owner = source.getKey().getFileName().toString().replace(".java", "");
        if (!isRead(owner, key.group(1), source.getKey(), sources)) {
          unread.add(owner + "." + key.group(1));
        }
      }
    }
    assertThat(found[0]).as("constants that were found").isGreaterThan(40);
    assertThat(unread).as("nobody reads these").isEmpty();
    assertThat(Files.readString(Tree.root().resolve("deploy/package/bin/start.sh")))
        .contains("heap=${" + AllSettings.HEAP.name() + ":-" + AllSettings.HEAP.defaultValue())
        .contains(
            "case ${"
                + AllSettings.START_CACHE.name()
                + ":-"
                + AllSettings.START_CACHE.defaultValue());
  }

  /// A key that is declared and in no list is refused as unknown when somebody sets it.
  @Test
  void eachDeclaredKeyIsKnown() throws IOException {
    TreeSet<String> declared = new TreeSet<>();
    for (String source : sources().values()) {
      Matcher key = DECLARED.matcher(source);
      while (key.find()) {
        Matcher name = NAME.matcher(key.group(2));
        if (name.find()) {
          declared.add(name.group(1));
        }
      }
    }
    List<String> known = AllSettings.keys().stream().map(SettingKey::name).toList();
    assertThat(known).containsAll(declared).contains("PLAYLOOP_EXECUTOR_MAX_IN_FLIGHT");
    assertThat(declared).as("names that were found").hasSizeGreaterThan(40);
  }

  /// By its own file beside declaration and lists, or by another under its full name.
  private static boolean isRead(
      String owner, String constant, Path declaring, Map<Path, String> sources) {
    Pattern own = Pattern.compile("(?<![\\w.])" + constant + "\\b");
    Pattern full = Pattern.compile("\\b" + owner + "\\." + constant + "\\b");
    for (Map.Entry<Path, String> source : sources.entrySet()) {
      String used = LISTED.matcher(source.getValue()).replaceAll("");
      boolean read =
          source.getKey().equals(declaring)
              ? own.matcher(DECLARED.matcher(used).replaceAll("")).find()
              : full.matcher(used).find();
      if (read) {
        return true;
      }
    }
    return false;
  }

  /// The main sources without comments.
  private static Map<Path, String> sources() throws IOException {
    Map<Path, String> sources = new TreeMap<>();
    for (Path file : HOUSE.mainSources()) {
      sources.put(file, Files.readString(file).replaceAll("(?m)^\\s*//.*$", ""));
    }
    return sources;
  }
}
