package dev.playloop.proving.mutate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Copies and deletes folders with all that is in them.
final class Trees {
  private Trees() {}

  static void copy(Path from, Path to) throws IOException {
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(from)) {
      paths = walk.toList();
    }
    for (Path path : paths) {
      Path target = to.resolve(from.relativize(path).toString());
      if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectories(target);
      } else {
        Files.createDirectories(target.getParent());
        Files.copy(
            path,
            target,
            StandardCopyOption.COPY_ATTRIBUTES,
            StandardCopyOption.REPLACE_EXISTING,
            LinkOption.NOFOLLOW_LINKS);
      }
    }
  }

  static void delete(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(path)) {
      paths = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : paths) {
      Files.delete(each);
    }
  }
}
