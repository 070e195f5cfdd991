package dev.playloop.worlds.eternum.model.game;

/// A choice that contracts know by a number and agents by its name.
public interface Variant {
  /// What stands in calldata.
  int number();
}
