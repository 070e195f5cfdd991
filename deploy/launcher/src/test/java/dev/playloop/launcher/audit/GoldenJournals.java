package dev.playloop.launcher.audit;

import dev.playloop.audit.ExportFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// The journals of real runs that each release left in the test resources.
final class GoldenJournals {
  private GoldenJournals() {}

  /// All of them, oldest release first.
  static List<Path> all() {
    try (Stream<Path> files =
        Files.list(
            Path.of(
                Objects.requireNonNull(GoldenJournals.class.getResource("/journals"), "no journals")
                    .toURI()))) {
      return files.sorted().toList();
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static ExportFile open(Path file) {
    try {
      return ExportFile.open(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
