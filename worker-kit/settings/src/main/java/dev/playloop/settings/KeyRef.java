package dev.playloop.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a key lies: `file:PATH` (or a bare path) or `env:NAME`. Config holds such references,
/// never keys. Immutable; its text may be printed.
public record KeyRef(String text) {
  private static final String FILE = "file:";
  private static final String ENV = "env:";

  /// The key's text. Throws [InvalidSettingException] that names the reference and `setting`, and
  /// nothing of the key.
  public String read(String setting, Map<String, String> environment) {
    if (text.startsWith(ENV)) {
      String name = text.substring(ENV.length());
      @Nullable String value = environment.get(name);
      if (value == null || value.isBlank()) {
        throw new InvalidSettingException(
            setting + ": expected a key in the environment variable " + name + ", got nothing");
      }
      return value;
    }
    Path file = Path.of(text.startsWith(FILE) ? text.substring(FILE.length()) : text);
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new InvalidSettingException(
          setting
              + ": expected a readable key file (or env:NAME), got '"
              + text
              + "': "
              + e.getClass().getSimpleName()
              + "; 'playloop audit keygen --out FILE' makes one");
    }
  }
}
