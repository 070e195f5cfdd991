package dev.playloop.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Deletes folders whose files may vanish meanwhile.
public final class Folders {
  private Folders() {}

  public static void delete(Path folder) {
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    } catch (NoSuchFileException e) {
      return;
    } catch (IOException | UncheckedIOException e) {
      return; // a process that was killed may still be writing; the system's temporary folder
    }
    for (Path path : all) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        return;
      }
    }
  }
}
