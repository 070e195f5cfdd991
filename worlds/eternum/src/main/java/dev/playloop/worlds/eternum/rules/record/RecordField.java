package dev.playloop.worlds.eternum.rules.record;

import java.util.Map;

/// One key or value of a model. Every one is a word, but the last of a model may be a list.
///
/// @param name with dots where it lies in a struct
/// @param type as the contract names it, or an enum of the game
record RecordField(String name, String type) {
  private static final Map<String, Integer> BITS =
      Map.of("u8", 8, "u16", 16, "u32", 32, "u64", 64, "u128", 128);

  /// Of an unsigned integer, else 0.
  int bits() {
    return BITS.getOrDefault(type, 0);
  }

  boolean isList() {
    return type.equals("ResourceList");
  }
}
