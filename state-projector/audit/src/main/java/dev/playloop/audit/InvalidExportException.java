package dev.playloop.audit;

/// A file is no export that this release can read. Names the line (from 1) and the field.
public final class InvalidExportException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final long line;
  private final String field;

  public InvalidExportException(String file, long line, String field, String expected, String got) {
    super(file + ":" + line + ": " + field + ": expected " + expected + ", got " + got);
    this.line = line;
    this.field = field;
  }

  public long line() {
    return line;
  }

  public String field() {
    return field;
  }
}
