package dev.playloop.schemas.json;

/// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
public final class Utf8 {
  private Utf8() {}

  /// How many bytes the character at `at` has, which is not ASCII; 0 where there is none.
  static int length(byte[] bytes, int at) {
    int first = bytes[at] & 0xFF;
    int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length == 0 || at + length > bytes.length) {
      return 0;
    }
    int second = bytes[at + 1] & 0xFF;
    int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = at + 2; i < at + length; i++) {
      if ((bytes[i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  /// Where the first byte stands that belongs to no character; -1 where all is well.
  public static int firstMalformed(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      int length = bytes[at] >= 0 ? 1 : length(bytes, at);
      if (length == 0) {
        return at;
      }
      at += length;
    }
    return -1;
  }
}
