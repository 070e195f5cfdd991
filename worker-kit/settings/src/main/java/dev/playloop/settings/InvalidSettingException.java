package dev.playloop.settings;

/// A setting is unknown, missing or wrong. The message names it and says what to do.
public final class InvalidSettingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InvalidSettingException(String message) {
    super(message);
  }
}
