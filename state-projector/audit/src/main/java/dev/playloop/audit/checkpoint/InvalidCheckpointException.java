package dev.playloop.audit.checkpoint;

/// A checkpoint can't be used: no checkpoint at all, another format, another key, a wrong
/// signature. The message names the field, what was expected, and what came.
public final class InvalidCheckpointException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidCheckpointException(String message) {
    super(message);
  }
}
