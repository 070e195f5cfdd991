package dev.playloop.kit;

/// A bad record or a bug: repeating it would change nothing. The record becomes a dead letter.
public final class TerminalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TerminalException(String message, Throwable cause) {
    super(message, cause);
  }

  public TerminalException(String message) {
    super(message);
  }
}
