package dev.playloop.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Compares text with a committed file. With `-Dgolden.update=true` it writes the file instead.
public final class Golden {
  private Golden() {}

  /// `file` is relative to the module's folder.
  public static void check(Path file, String text) {
    try {
      if (Boolean.getBoolean("golden.update")) {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
      }
      assertThat(file).as("run the test with -Dgolden.update=true to write it").exists();
      assertThat(Files.readString(file))
          .as("%s; where the change is meant, run the test with -Dgolden.update=true", file)
          .isEqualTo(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
