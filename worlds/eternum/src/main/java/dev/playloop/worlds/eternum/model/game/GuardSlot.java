package dev.playloop.worlds.eternum.model.game;

/// The places of a structure's guards, numbered from 0. Delta is there first; how many are usable
/// its level says.
public enum GuardSlot implements Variant {
  Delta,
  Charlie,
  Bravo,
  Alpha;

  @Override
  @SuppressWarnings("EnumOrdinal") // contracts number variants by their place
  public int number() {
    return ordinal();
  }
}
