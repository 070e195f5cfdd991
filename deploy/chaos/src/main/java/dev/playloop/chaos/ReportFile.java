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
import java.util.OptionalLong;

/// Histories of several calls, one JSON object a line, so that a long run may be made in parts. A
/// last line that a killed call has left half written is dropped. Used by one thread at a time.
public final class HistoryFile {
  private final Path file;
  private final List<HistoryReport> reports;

  private HistoryFile(Path file, List<HistoryReport> reports) {
    this.file = file;
    this.reports = reports;
  }

  /// What earlier calls have left; nothing where there is no file yet. Throws
  /// [InvalidValueException] with the line that is no history.
  public static HistoryFile open(Path file) {
    try {
      String text = Files.exists(file) ? Files.readString(file) : "";
      int end = text.lastIndexOf('\n') + 1;
      List<HistoryReport> reports = new ArrayList<>();
      for (String line : text.substring(0, end).split("\n", -1)) {
        if (!line.isBlank()) {
          reports.add(read(file, reports.size() + 1, line));
        }
      }
      if (end < text.length()) {
        Files.writeString(file, text.substring(0, end));
      }
      return new HistoryFile(file, reports);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read or mend " + file, e);
    }
  }

  private static HistoryReport read(Path file, int number, String line) {
    try {
      return Json.read(line.getBytes(StandardCharsets.UTF_8), HistoryReport.class);
    } catch (InvalidValueException e) {
      throw new InvalidValueException(
          file + ", line " + number, "a history", String.valueOf(e.getMessage()));
    }
  }

  public List<HistoryReport> reports() {
    return List.copyOf(reports);
  }

  /// The seed behind all that are there.
  public OptionalLong nextSeed() {
    OptionalLong last = reports.stream().mapToLong(HistoryReport::seed).max();
    return last.isEmpty() ? last : OptionalLong.of(last.getAsLong() + 1);
  }

  public void add(HistoryReport report) {
    try {
      Files.writeString(
          file, Json.text(report) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("can't write " + file, e);
    }
    reports.add(report);
  }
}
