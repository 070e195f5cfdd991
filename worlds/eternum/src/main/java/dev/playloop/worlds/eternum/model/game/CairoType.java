package dev.playloop.worlds.eternum.model.game;

/// How a contract reads a value of its calldata: the words of Cairo that the game's entrypoints
/// have.
public enum CairoType {
  U8("u8", 8),
  U32("u32", 32),
  U64("u64", 64),
  U128("u128", 128),
  /// 0 or 1.
  BOOL("bool", 1),
  /// A text of up to 31 ASCII characters in one word.
  SHORT_STRING("felt252", 248),
  ADDRESS("ContractAddress", 251),
  /// The number of a variant.
  VARIANT("", 8),
  /// Two or three words, as the world is laid out.
  COORD("Coord", 0),
  /// The number of its elements, then these; a tuple's items have no length before them.
  SPAN("Span", 0);

  private final String cairo;
  private final int bits;

  CairoType(String cairo, int bits) {
    this.cairo = cairo;
    this.bits = bits;
  }

  /// Its name in Cairo; empty where the enum's own says it.
  public String cairo() {
    return cairo;
  }

  /// How many bits a value may have; 0 for what has several words.
  public int bits() {
    return bits;
  }
}
