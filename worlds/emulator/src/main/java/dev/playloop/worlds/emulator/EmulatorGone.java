package dev.playloop.worlds.emulator;

import org.jspecify.annotations.Nullable;

/// The machine has stopped, or takes no more commands; what was asked for was not done.
final class EmulatorGone extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EmulatorGone(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
