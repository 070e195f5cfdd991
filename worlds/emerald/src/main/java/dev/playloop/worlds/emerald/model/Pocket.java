package dev.playloop.worlds.emerald.model;

/// The pockets of the bag, in the game's own order.
public enum Pocket {
  items,
  balls,
  machines,
  berries,
  key_items
}
