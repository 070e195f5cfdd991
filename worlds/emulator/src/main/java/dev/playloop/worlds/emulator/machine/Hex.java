package dev.playloop.worlds.emulator.machine;

import java.util.HexFormat;

/// Bytes and addresses as text.
public final class Hex {
  private static final HexFormat COMMAS = HexFormat.ofDelimiter(",");

  private Hex() {}

  /// Such as `0x08000000`.
  public static String address(int address) {
    return "0x%08X".formatted(address);
  }

  /// Such as `01,00,ff`.
  public static String list(byte[] bytes) {
    return COMMAS.formatHex(bytes);
  }

  /// The bytes of `01,00,ff`.
  ///
  /// @throws IllegalArgumentException when it is something else
  public static byte[] bytes(String list) {
    return COMMAS.parseHex(list);
  }
}
