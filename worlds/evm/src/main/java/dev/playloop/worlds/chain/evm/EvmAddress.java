package dev.playloop.worlds.chain.evm;

import dev.playloop.worlds.chain.Felt;

/// How an address, which is 160 bits wide, is written to a node. In the port it is a felt, and
/// there without leading zeros.
final class EvmAddress {
  static final int BITS = 160;
  private static final int DIGITS = 40;

  private EvmAddress() {}

  static boolean isOne(Felt address) {
    return address.value().bitLength() <= BITS;
  }

  /// `0x` and 40 digits. Throws [IllegalArgumentException] where it is too wide.
  static String text(Felt address) {
    if (!isOne(address)) {
      throw new IllegalArgumentException(address + " is wider than an address of the EVM");
    }
    String digits = address.value().toString(16);
    return "0x" + "0".repeat(DIGITS - digits.length()) + digits;
  }
}
