package dev.playloop.settings;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Programs of this machine, by the folders of a `PATH`. Stateless.
public final class OnPath {
  private OnPath() {}

  /// The first executable of that name in the folders of this process's `PATH`.
  public static Optional<Path> find(String name) {
    return find(name, System.getenv("PATH"));
  }

  /// The same of another `PATH`, which may hold anything.
  public static Optional<Path> find(String name, @Nullable String path) {
    if (path == null) {
      return Optional.empty();
    }
    for (String folder : path.split(File.pathSeparator, -1)) {
      Path found = folder.isBlank() ? null : executable(folder, name);
      if (found != null) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  private static @Nullable Path executable(String folder, String name) {
    try {
      Path program = Path.of(folder, name);
      return Files.isRegularFile(program) && Files.isExecutable(program) ? program : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
