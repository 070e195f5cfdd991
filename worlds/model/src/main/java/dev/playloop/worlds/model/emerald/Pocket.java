package dev.playloop.worlds.model.emerald;

/// The pockets of the bag, in the game's own order.
public enum Pocket {
  items,
  balls,
  machines,
  berries,
  key_items
}
