package dev.playloop.worlds.emerald.game;

/// Which of the game's screens runs. OTHER: one of no interest, or on the way between two.
public enum Screen {
  OVERWORLD,
  BATTLE,
  BAG,
  PARTY,
  OTHER
}
