package dev.playloop.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A TCP socket that some process of a tree listens on, as Linux tells it.
///
/// @param command the process's name, such as `java` or `postgres`
public record Listening(long pid, String command, int port) {
  private static final String LISTEN = "0A";

  /// Those of this process and of all that it started.
  static List<Listening> ofThisTree() {
    ProcessHandle self = ProcessHandle.current();
    return of(Stream.concat(Stream.of(self), self.descendants()));
  }

  public static List<Listening> of(Stream<ProcessHandle> processes) {
    Map<String, Integer> ports = portsByInode();
    return processes.flatMap(process -> of(process.pid(), ports).stream()).distinct().toList();
  }

  private static Map<String, Integer> portsByInode() {
    Map<String, Integer> ports = new HashMap<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : lines(Path.of(table))) {
        String[] columns = line.strip().split("\\s+", -1);
        if (columns.length > 9 && columns[3].equals(LISTEN)) {
          String port = columns[1].substring(columns[1].lastIndexOf(':') + 1);
          ports.put("socket:[" + columns[9] + "]", Integer.parseInt(port, 16));
        }
      }
    }
    return ports;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Listening> of(long pid, Map<String, Integer> ports) {
    Path process = Path.of("/proc", Long.toString(pid));
    List<Listening> found = new ArrayList<>();
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      String command = Files.readString(process.resolve("comm"), StandardCharsets.UTF_8).strip();
      for (Path descriptor : descriptors.toList()) {
        Integer port = ports.get(target(descriptor));
        if (port != null) {
          found.add(new Listening(pid, command, port));
        }
      }
    } catch (IOException gone) {
      // The process has ended meanwhile.
    }
    return found;
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closed) {
      return "";
    }
  }
}
