package dev.playloop.launcher;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// The addresses of the system that `./playloop up` runs on this machine, so that other commands
/// find it. Kept in a file that is removed when it stops.
///
/// @param worlds in which it acts
/// @param access the file of client properties that the operator has; empty: none are needed
@RecordBuilder
public record RunningSystem(
    String bootstrap,
    int partitions,
    String access,
    String http,
    String model,
    boolean rehearsal,
    List<String> worlds,
    long pid) {

  /// The system that runs now, if there is one.
  public static Optional<RunningSystem> find() {
    Path file = file();
    if (file == null || !Files.isRegularFile(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (var in = Files.newBufferedReader(file)) {
      properties.load(in);
    } catch (IOException e) {
      return Optional.empty();
    }
    RunningSystem running =
        new RunningSystem(
            properties.getProperty("bootstrap", ""),
            Integer.parseInt(properties.getProperty("partitions", "0")),
            properties.getProperty("access", ""),
            properties.getProperty("http", ""),
            properties.getProperty("model", ""),
            Boolean.parseBoolean(properties.getProperty("rehearsal")),
            List.of(properties.getProperty("worlds", "").split(",", -1)),
            Long.parseLong(properties.getProperty("pid", "0")));
    return ProcessHandle.of(running.pid).isPresent() ? Optional.of(running) : Optional.empty();
  }

  /// Writes the file; close the result to remove it.
  public Announced announce() {
    Path file = file();
    if (file == null) {
      return new Announced(null);
    }
    Properties properties = new Properties();
    properties.setProperty("bootstrap", bootstrap);
    properties.setProperty("partitions", String.valueOf(partitions));
    properties.setProperty("access", access);
    properties.setProperty("http", http);
    properties.setProperty("model", model);
    properties.setProperty("rehearsal", String.valueOf(rehearsal));
    properties.setProperty("worlds", String.join(",", worlds));
    properties.setProperty("pid", String.valueOf(pid));
    StringWriter text = new StringWriter();
    try {
      properties.store(text, "written by playloop up");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    OwnFiles.folder(Objects.requireNonNull(file.getParent()));
    OwnFiles.write(file, text.toString());
    return new Announced(file);
  }

  /// The file while the system runs.
  public record Announced(@Nullable Path file) implements AutoCloseable {
    @Override
    public void close() {
      if (file != null) {
        try {
          Files.deleteIfExists(file);
        } catch (IOException e) {
          throw new UncheckedIOException("can't delete " + file, e);
        }
      }
    }
  }

  private static @Nullable Path file() {
    String home = System.getProperty("playloop.home");
    return home == null ? null : Path.of(home, ".playloop", "up.properties");
  }
}
