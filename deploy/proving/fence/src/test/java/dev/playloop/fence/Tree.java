package dev.playloop.fence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// The checkout that these tests look at.
final class Tree {
  /// Folders under `worlds` that are no worlds: the ports, and what worlds are built of.
  private static final Set<String> NO_WORLDS =
      Set.of(
          "model", "postgres", "sandbox", "sandbox-python", "emulator", "chain", "evm", "declared");

  private Tree() {}

  /// The folder that holds `./playloop`.
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("playloop"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder above holds ./playloop");
    }
    return folder;
  }

  /// The names of all worlds, which are those of their folders.
  static List<String> worlds() {
    try (Stream<Path> folders = Files.list(root().resolve("worlds"))) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("pom.xml")))
          .map(folder -> folder.getFileName().toString())
          .filter(name -> !NO_WORLDS.contains(name))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
