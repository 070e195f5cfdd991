package dev.playloop.worlds.eternum.model.game;

/// How good the soldiers are, numbered from 0.
public enum TroopTier implements Variant {
  T1,
  T2,
  T3;

  @Override
  @SuppressWarnings("EnumOrdinal") // contracts number variants by their place
  public int number() {
    return ordinal();
  }
}
