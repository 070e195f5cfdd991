package dev.playloop.worlds.eternum.model.game;

/// The parts of the game that can be looked at.
public enum ViewSection {
  structures,
  explorers,
  map,
  orders,
  pools,
  guilds,
  hyperstructures,
  leaderboard,
  events
}
