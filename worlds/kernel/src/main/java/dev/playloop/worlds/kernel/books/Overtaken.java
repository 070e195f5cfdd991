package dev.playloop.worlds.kernel.books;

import java.io.Serial;

/// Another transaction came first; the same one again is right.
public final class Overtaken extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  public Overtaken(String message) {
    super(message, null, false, false);
  }
}
