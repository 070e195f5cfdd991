package dev.playloop.worlds.kernel;

import java.io.Serial;

/// Another transaction came first; the same one again is right.
final class Overtaken extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  Overtaken(String message) {
    super(message, null, false, false);
  }
}
