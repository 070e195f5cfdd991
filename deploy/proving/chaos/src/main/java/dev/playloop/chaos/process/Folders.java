package dev.playloop.chaos.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Folders for a while, whose files may vanish before they are deleted.
public final class Folders {
  private Folders() {}

  /// What is done in a folder of its own.
  @FunctionalInterface
  public interface Deed<R> {
    R in(Path folder) throws InterruptedException;
  }

  /// Does it in a temporary folder that is left behind, and told, only where it does not hold.
  public static <R> R leftWhereBroken(
      String prefix, Deed<R> deed, Predicate<R> holds, Consumer<String> progress)
      throws InterruptedException {
    Path folder;
    try {
      folder = Files.createTempDirectory(prefix);
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder", e);
    }
    R report = deed.in(folder);
    if (holds.test(report)) {
      delete(folder);
    } else {
      progress.accept("what the broken run left lies in " + folder);
    }
    return report;
  }

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
