package dev.playloop.proving.mutate;

/// A file of mutations that is not as it should be; the message names file and line.
final class InvalidRowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidRowException(String message) {
    super(message);
  }
}
