package dev.playloop.worlds.chain.evm;

import java.util.HexFormat;

/// How bytes are written to a node: `0x` and two lower-case digits each.
final class EvmHex {
  private EvmHex() {}

  /// @param max bytes
  static boolean isBytes(String text, int max) {
    if (!text.startsWith("0x") || text.length() % 2 != 0 || text.length() > 2 * (max + 1L)) {
      return false;
    }
    for (int i = 2; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  static String text(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }

  /// The bytes of a text for which [#isBytes].
  static byte[] bytes(String text) {
    return HexFormat.of().parseHex(text, 2, text.length());
  }
}
