package dev.playloop.worlds.village;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// The page on which people watch: plain files, made once beside the game that serves them, by
/// whoever first wants to watch. What it is made with is taken away again.
final class VillagePage {
  private VillagePage() {}

  /// Where the page of that game lies once it was built; there when it is whole.
  static Path of(Path folder) {
    return folder.resolve("watch/built");
  }

  /// Builds it where it is not there.
  static void build(Path folder, NodeTools tools) throws IOException, InterruptedException {
    if (Files.exists(of(folder))) {
      return;
    }
    Path sources = folder.resolve("watch");
    try {
      tools.install(sources);
      tools.run(sources, tools.node(), "build.mjs");
    } finally {
      delete(sources.resolve("node_modules"));
    }
  }

  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(each);
        }
      }
    }
  }
}
