package dev.playloop.launcher.watch;

import dev.playloop.schemas.Printable;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Colours for a terminal, or none for a pipe. A colour is written as a mark that nobody outside of
/// this process can know, which [Terminal] turns into the terminal's own code: text from outside
/// can't colour anything.
public record Paint(boolean colored) {
  public static final Paint NONE = new Paint(false);

  /// A noncharacter: [Printable] shows it escaped wherever it comes from outside.
  static final char MARK = '\ufdd0';

  /// Between the secret and the mark's end stands the code of a colour.
  static final String SECRET = secret();

  static final char MARK_END = '\ufdd1';

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
        ? mark(color.code) + Printable.line(text) + mark("0")
        : text;
  }

  private static String mark(String code) {
    return MARK + SECRET + code + MARK_END;
  }

  private static String secret() {
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random) + ":";
  }
}
