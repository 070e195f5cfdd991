package dev.playloop.schemas.config;

import dev.playloop.schemas.Printable;
import java.util.List;
import java.util.stream.Collectors;

/// A file was refused whole. Each problem names line and field, what was expected, and what came;
/// the message is one that a terminal may show.
public final class InvalidFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 20;

  private final String file;
  private final transient List<Problem> problems;

  InvalidFileException(String file, List<Problem> problems) {
    super(message(file, problems));
    this.file = file;
    this.problems = List.copyOf(problems);
  }

  public String file() {
    return file;
  }

  /// At least one, in the order of the lines.
  public List<Problem> problems() {
    return problems;
  }

  private static String message(String file, List<Problem> problems) {
    String shown =
        problems.stream()
            .limit(SHOWN)
            .map(p -> file + ":" + p.line() + ": " + Printable.line(p.text()))
            .collect(Collectors.joining("\n"));
    int more = problems.size() - SHOWN;
    return more <= 0 ? shown : shown + "\nand " + more + " more";
  }

  /// `line` counts from 1; `field` is a path such as `[0].limits.*.turns`.
  public record Problem(int line, String field, String expected, String got) {
    String text() {
      return field + ": expected " + expected + ", got " + got;
    }
  }
}
