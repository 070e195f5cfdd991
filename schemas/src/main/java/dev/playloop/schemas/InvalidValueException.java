package dev.playloop.schemas;

/// A value broke a rule of its type. Names the field, what was expected, and what came instead.
public final class InvalidValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String expected;
  private final String got;

  public InvalidValueException(String field, String expected, String got) {
    super(field + ": expected " + expected + ", got " + got);
    this.field = field;
    this.expected = expected;
    this.got = got;
  }

  public String field() {
    return field;
  }

  public String expected() {
    return expected;
  }

  public String got() {
    return got;
  }
}
