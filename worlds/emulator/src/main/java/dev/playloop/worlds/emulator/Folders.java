package dev.playloop.worlds.emulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/// The folders in which clients may name files, for pictures and states. Whoever reaches the API
/// could else read and write whatever the emulator's user can.
final class Folders {
  private final List<Path> roots;

  private Folders(List<Path> roots) {
    this.roots = List.copyOf(roots);
  }

  /// No file at all.
  static Folders none() {
    return new Folders(List.of());
  }

  static Folders of(List<Path> roots) {
    return new Folders(roots.stream().map(Path::toAbsolutePath).toList());
  }

  /// The file below one of the folders; a relative path begins at the first of them.
  ///
  /// @throws ScriptError when it is none: outside, over a link, or no regular file
  Path file(String path) {
    if (roots.isEmpty()) {
      throw new ScriptError("no file can be named; start the emulator with --files FOLDER");
    }
    Path file = parsed(path);
    for (Path part : file) {
      if (part.toString().equals("..")) {
        throw refused(path);
      }
    }
    Path whole = roots.getFirst().resolve(file);
    try {
      if (!isBelow(whole)
          || (Files.exists(whole, LinkOption.NOFOLLOW_LINKS)
              && !Files.isRegularFile(whole, LinkOption.NOFOLLOW_LINKS))) {
        throw refused(path);
      }
    } catch (IOException e) {
      throw refused(path);
    }
    return whole;
  }

  private static Path parsed(String path) {
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw refused(path);
    }
  }

  /// What counts is where the next folder above that exists really lies, past all links.
  private boolean isBelow(Path file) throws IOException {
    Path above = file.getParent();
    while (above != null && !Files.exists(above, LinkOption.NOFOLLOW_LINKS)) {
      above = above.getParent();
    }
    if (above == null) {
      return false;
    }
    Path real = above.toRealPath();
    for (Path root : roots) {
      if (Files.isDirectory(root) && real.startsWith(root.toRealPath())) {
        return true;
      }
    }
    return false;
  }

  private static ScriptError refused(String path) {
    return new ScriptError(
        "`path` must be a file below the folder that --files names, is `" + path + "`");
  }
}
