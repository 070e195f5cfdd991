package dev.playloop.proving.pack;

/// Something is missing or not as it should be, so that no package is made. The message says what.
final class CannotPackException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CannotPackException(String message) {
    super(message);
  }
}
