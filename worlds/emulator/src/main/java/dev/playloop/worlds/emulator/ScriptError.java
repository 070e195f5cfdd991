package dev.playloop.worlds.emulator;

/// A command that mGBA's script would have failed on: its caller is told so, the game goes on.
final class ScriptError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ScriptError(String message) {
    super(message);
  }
}
