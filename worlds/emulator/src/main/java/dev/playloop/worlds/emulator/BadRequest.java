package dev.playloop.worlds.emulator;

/// A request whose parameters are missing or unreadable; the message is the answer's text.
final class BadRequest extends Exception {
  private static final long serialVersionUID = 1L;

  private final String text;

  BadRequest(String text) {
    super(text);
    this.text = text;
  }

  String text() {
    return text;
  }
}
