package dev.playloop.kit;

/// The partition belongs to another worker now. Whatever was about to happen must not.
public final class FencedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FencedException(String message, Throwable cause) {
    super(message, cause);
  }
}
