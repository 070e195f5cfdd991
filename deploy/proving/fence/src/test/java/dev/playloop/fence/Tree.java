package dev.playloop.fence;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The checkout that these tests look at.
final class Tree {
  private Tree() {}

  /// The folder that holds `./playloop`.
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("playloop"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder above holds ./playloop");
    }
    return folder;
  }
}
