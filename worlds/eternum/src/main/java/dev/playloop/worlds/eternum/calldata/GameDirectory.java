package dev.playloop.worlds.eternum.calldata;

import dev.playloop.worlds.chain.Felt;

/// Where the contracts of one deployed game lie, and how they read what they are given. Never part
/// of the code: a world's profile says it, or whoever deployed the game.
public interface GameDirectory {
  /// The address of a contract by its name, such as `resource_systems`; the names are those of
  /// [GameSystems]. Throws [dev.playloop.schemas.InvalidValueException] where there is none.
  Felt address(String contract);

  /// Which of the games in these contracts is played.
  long gameId();

  Generation generation();

  CoordLayout coordLayout();

  /// How entrypoints take their arguments.
  enum Generation {
    /// As they are.
    S1,
    /// The game's id first, but for tokens and the source of random numbers.
    S2
  }

  /// What a coordinate is.
  enum CoordLayout {
    /// x, y.
    V1,
    /// Which layer of the map, x, y.
    V2
  }
}
