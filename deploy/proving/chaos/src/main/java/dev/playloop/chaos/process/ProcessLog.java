package dev.playloop.chaos.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Predicate;

/// What processes of one place have said, one behind the other. Safe for all threads.
public record ProcessLog(Path file) {
  /// How long it is by now, in bytes; 0 where nobody has said anything.
  public long length() {
    return file.toFile().length();
  }

  /// Whether a line that begins behind `from` bytes is such a one.
  public boolean says(long from, Predicate<String> words) {
    try (InputStream lines = Files.newInputStream(file)) {
      lines.skipNBytes(from);
      return new String(lines.readAllBytes(), StandardCharsets.UTF_8).lines().anyMatch(words);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file, e);
    }
  }
}
