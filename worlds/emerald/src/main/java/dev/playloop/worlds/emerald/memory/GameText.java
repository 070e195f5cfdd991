package dev.playloop.worlds.emerald.memory;

/// The game's character set as text. Pure. What has no letter of ours becomes `?`; colours, pauses
/// and sounds are left out; a placeholder is `{n}`. Text ends at 0xFF, or with the bytes.
final class GameText {
  private static final int END = 0xFF;
  private static final int NEW_LINE = 0xFE;
  private static final int PLACEHOLDER = 0xFD;
  private static final int CONTROL = 0xFC;
  private static final int NEW_PARAGRAPH = 0xFB;
  private static final int SCROLL = 0xFA;

  /// How many bytes follow each control code, by its number.
  private static final int[] ARGUMENTS = {
    0, 1, 1, 1, 3, 1, 1, 0, 1, 0, 0, 2, 1, 1, 1, 0, 2, 1, 1, 1, 1, 0, 0, 0, 0
  };

  private static final char[] LETTERS = letters();

  private GameText() {}

  /// The text at the start of `bytes`; lines are parted by one space or line break each.
  public static String decode(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes.length; i++) {
      int code = bytes[i] & 0xFF;
      if (code == END) {
        break;
      }
      switch (code) {
        case NEW_LINE, SCROLL, NEW_PARAGRAPH -> text.append('\n');
        case CONTROL -> {
          int control = i + 1 < bytes.length ? bytes[i + 1] & 0xFF : 0;
          i += 1 + (control < ARGUMENTS.length ? ARGUMENTS[control] : 0);
        }
        case PLACEHOLDER -> {
          text.append('{').append(i + 1 < bytes.length ? bytes[i + 1] & 0xFF : 0).append('}');
          i++;
        }
        default -> text.append(LETTERS[code]);
      }
    }
    return text.toString();
  }

  private static char[] letters() {
    char[] letters = new char[256];
    java.util.Arrays.fill(letters, '?');
    letters[0x00] = ' ';
    letters[0x1B] = 'é';
    letters[0x2D] = '&';
    letters[0x2E] = '+';
    letters[0x35] = '=';
    letters[0x36] = ';';
    letters[0x5B] = '%';
    letters[0x5C] = '(';
    letters[0x5D] = ')';
    run(letters, 0xA1, "0123456789!?.-·…“”‘’♂♀¥,×/");
    run(letters, 0xBB, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    letters[0xF0] = ':';
    return letters;
  }

  private static void run(char[] letters, int from, String text) {
    for (int i = 0; i < text.length(); i++) {
      letters[from + i] = text.charAt(i);
    }
  }
}
