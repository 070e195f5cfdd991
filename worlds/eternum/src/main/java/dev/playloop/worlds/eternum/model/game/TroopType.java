package dev.playloop.worlds.eternum.model.game;

/// What kind of soldiers, numbered from 0.
public enum TroopType implements Variant {
  Knight,
  Paladin,
  Crossbowman;

  @Override
  @SuppressWarnings("EnumOrdinal") // contracts number variants by their place
  public int number() {
    return ordinal();
  }
}
