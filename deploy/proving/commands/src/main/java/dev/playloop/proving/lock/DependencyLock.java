package dev.playloop.proving.lock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The file `dependencies.lock`: a line for each dependency, its coordinates and the SHA-256 of its
/// bytes, in the order of the coordinates. Immutable.
public record DependencyLock(SortedMap<String, String> hashes) {
  public static final String FILE = "dependencies.lock";

  private static final List<String> HEAD =
      List.of(
          "# Everything that this checkout is built and tested with: Maven's artifacts of all modules and",
          "# platforms, and the npm folders' own locks. './playloop lock' writes it; read what changed.");

  public DependencyLock {
    hashes = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(hashes));
  }

  /// Throws [IllegalStateException] where a line is none.
  public static DependencyLock read(Path root) {
    SortedMap<String, String> hashes = new TreeMap<>();
    for (String line : lines(root.resolve(FILE))) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.split(" ", -1);
      if (parts.length != 2 || hashes.put(parts[0], parts[1]) != null) {
        throw new IllegalStateException(
            FILE + ": expected coordinates and a hash, each dependency once, got '" + line + "'");
      }
    }
    return new DependencyLock(hashes);
  }

  void write(Path root) throws IOException {
    StringBuilder text = new StringBuilder();
    HEAD.forEach(line -> text.append(line).append('\n'));
    hashes.forEach(
        (coordinates, hash) -> text.append(coordinates).append(' ').append(hash).append('\n'));
    Files.writeString(root.resolve(FILE), text);
  }

  /// What is in use and not locked, or locked with other bytes; a sentence each.
  List<String> outside(SortedMap<String, String> used) {
    return used.entrySet().stream()
        .filter(one -> !one.getValue().equals(hashes.get(one.getKey())))
        .map(one -> {
          String locked = hashes.get(one.getKey());
          return one.getKey()
              + (locked == null
                  ? " is not in " + FILE
                  : " has the SHA-256 " + one.getValue() + ", locked is " + locked);
        })
        .toList();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file, e);
    }
  }
}
