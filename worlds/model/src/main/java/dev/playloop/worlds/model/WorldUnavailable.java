package dev.playloop.worlds.model;

/// The world can't be reached; nothing happened. The caller retries or waits.
public final class WorldUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WorldUnavailable(String message) {
    super(message);
  }

  public WorldUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
