package dev.playloop.chaos;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// Reports of several calls, one JSON object a line, so that a long run may be made in parts. A
/// last line that a killed call has left half written is dropped. Used by one thread at a time.
public final class ReportFile<T> {
  private final Path file;
  private final List<T> reports;

  private ReportFile(Path file, List<T> reports) {
    this.file = file;
    this.reports = reports;
  }

  /// What earlier calls have left; nothing where there is no file yet. Throws
  /// [InvalidValueException] with the line that is no such report.
  ///
  /// @param what a line holds, as its reader is told: "a history"
  public static <T> ReportFile<T> open(Path file, Class<T> type, String what) {
    try {
      String text = Files.exists(file) ? Files.readString(file) : "";
      int end = text.lastIndexOf('\n') + 1;
      List<T> reports = new ArrayList<>();
      for (String line : text.substring(0, end).split("\n", -1)) {
        if (!line.isBlank()) {
          reports.add(read(file, reports.size() + 1, line, type, what));
        }
      }
      if (end < text.length()) {
        Files.writeString(file, text.substring(0, end));
      }
      return new ReportFile<>(file, reports);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read or mend " + file, e);
    }
  }

  private static <T> T read(Path file, int number, String line, Class<T> type, String what) {
    try {
      return Json.read(line.getBytes(StandardCharsets.UTF_8), type);
    } catch (InvalidValueException e) {
      throw new InvalidValueException(
          file + ", line " + number, what, String.valueOf(e.getMessage()));
    }
  }

  public List<T> reports() {
    return List.copyOf(reports);
  }

  public void add(T report) {
    try {
      Files.writeString(
          file, Json.text(report) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("can't write " + file, e);
    }
    reports.add(report);
  }
}
