package dev.playloop.worlds.model;

/// The world can't be reached, or has no place for one more call; nothing happened. The caller
/// retries or waits.
public final class WorldUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean busy;

  public WorldUnavailable(String message) {
    super(message);
    this.busy = false;
  }

  public WorldUnavailable(String message, Throwable cause) {
    super(message, cause);
    this.busy = false;
  }

  private WorldUnavailable(String message, boolean busy) {
    super(message);
    this.busy = busy;
  }

  /// It has as many calls in hand as it may have, so this one was not made.
  public static WorldUnavailable busy(String message) {
    return new WorldUnavailable(message, true);
  }

  /// Whether it may well be there: a crowd says nothing about the way to it.
  public boolean isBusy() {
    return busy;
  }
}
