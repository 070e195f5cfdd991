package dev.playloop.worlds.eternum.model.game;

/// What kind of soldiers, numbered from 0.
public enum TroopType implements Variant {
  Knight,
  Paladin,
  Crossbowman;

  @Override
  public int number() {
    return ordinal();
  }
}
