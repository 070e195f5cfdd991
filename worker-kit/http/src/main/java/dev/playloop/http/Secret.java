package dev.playloop.http;

/// A text that nobody prints: wherever it stands, three stars are shown. Not blank.
///
/// @param text what it is; for whoever compares or sends it, and for no message
public record Secret(String text) {
  public Secret {
    if (text.isBlank()) {
      throw new IllegalArgumentException("a token is empty: give one, or leave it out");
    }
  }

  @Override
  public String toString() {
    return "***";
  }
}
