package dev.playloop.worlds.emulator;

/// What a client gets for a request.
sealed interface Answer {
  /// A status and a text, which may be empty.
  record Reply(int status, String type, String text) implements Answer {}

  /// The connection ends without a word. The front itself never does so; tests do.
  record Hangup() implements Answer {}

  static Reply ok(String text) {
    return new Reply(200, "text/plain; charset=utf-8", text);
  }

  static Reply json(String text) {
    return new Reply(200, "application/json", text);
  }

  static Reply problem(int status, String text) {
    return new Reply(status, "text/plain", text);
  }
}
