package dev.playloop.worlds.eternum.view;

/// A battle as the contracts told it.
///
/// @param id grows with the game's events
/// @param attacker who began it
/// @param winnerId who still stands where the other does not; 0 where both or none do
public record GameBattle(
    long id, long timestamp, Fighter attacker, Fighter defender, long winnerId) {
  /// @param owner the account's address, `0x` and hex digits
  /// @param loss troops in whole units
  public record Fighter(long id, String owner, String loss) {}
}
