package dev.playloop.worlds.emerald.game;

/// What decides whether an object may be frozen, of one frame. Read in one go with nothing else, so
/// that a write that follows comes as soon after as can be.
///
/// @param active there is such an object
/// @param locked the game holds everybody: menu, text, script, battle or fade
/// @param moving a step is under way, so that freezing it would hang the game
/// @param frozen the game, or a stun, keeps it from starting another
/// @param bits all its flags, as they lie in memory
public record ActorFlags(
    boolean active, boolean locked, boolean moving, boolean frozen, long bits) {
  /// Bits 8 to 15, the byte with the frozen bit as its lowest: one byte loses less to the game's
  /// own writes than all four.
  public int high() {
    return (int) (bits >> 8) & 0xFF;
  }
}
