package dev.playloop.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A folder that is gone, with all that lies in it, when it is closed.
public record TemporaryFolder(Path path) implements AutoCloseable {
  public static TemporaryFolder create() {
    try {
      return new TemporaryFolder(Files.createTempDirectory("playloop-"));
    } catch (IOException e) {
      throw UserProblem.environment(
          "can't create a temporary folder: " + e.getMessage(),
          "free some space, or name a folder with --data.",
          e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't delete " + path, e);
    }
  }
}
