package dev.playloop.worlds.chain.devnet;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where the program of a devnet is.
public final class DevnetBinary {
  public static final String NAME = "starknet-devnet";

  /// How somebody gets it.
  public static final String REMEDY = "cargo install starknet-devnet --version 0.10.1 --locked";

  private DevnetBinary() {}

  /// The first executable of that name in the folders of a `PATH`; null where there is none.
  public static @Nullable Path on(@Nullable String path) {
    if (path == null) {
      return null;
    }
    for (String folder : path.split(File.pathSeparator, -1)) {
      Path found = folder.isBlank() ? null : executable(folder);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable Path executable(String folder) {
    try {
      Path program = Path.of(folder, NAME);
      return Files.isRegularFile(program) && Files.isExecutable(program) ? program : null;
    } catch (InvalidPathException e) {
      return null; // a PATH may hold anything
    }
  }
}
