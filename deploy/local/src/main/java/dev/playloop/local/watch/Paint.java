package dev.playloop.local.watch;

/// Colours for a terminal, or none for a pipe.
public record Paint(boolean colored) {
  public static final Paint NONE = new Paint(false);

  /// SGR codes of ECMA-48.
  public enum Color {
    PLAIN(""),
    FAINT("2"),
    BOLD("1"),
    RED("31"),
    GREEN("32"),
    YELLOW("33"),
    BLUE("34"),
    CYAN("36"),
    BOLD_GREEN("1;32"),
    BOLD_RED("1;31");

    private final String code;

    Color(String code) {
      this.code = code;
    }
  }

  public String in(Color color, String text) {
    return colored && !color.code.isEmpty()
        ? "\u001b[" + color.code + "m" + text + "\u001b[0m"
        : text;
  }
}
