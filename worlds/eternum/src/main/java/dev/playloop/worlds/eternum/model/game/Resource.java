package dev.playloop.worlds.eternum.model.game;

/// What is owned, produced, carried and traded, numbered from 1. Troops are resources too: `Knight`
/// is the one of tier 1.
public enum Resource implements Variant {
  Stone,
  Coal,
  Wood,
  Copper,
  Ironwood,
  Obsidian,
  Gold,
  Silver,
  Mithral,
  AlchemicalSilver,
  ColdIron,
  DeepCrystal,
  Ruby,
  Diamonds,
  Hartwood,
  Ignium,
  TwilightQuartz,
  TrueIce,
  Adamantine,
  Sapphire,
  EtherealSilica,
  Dragonhide,
  Labor,
  AncientFragment,
  Donkey,
  Knight,
  KnightT2,
  KnightT3,
  Crossbowman,
  CrossbowmanT2,
  CrossbowmanT3,
  Paladin,
  PaladinT2,
  PaladinT3,
  Wheat,
  Fish,
  Lords,
  Essence;

  @Override
  @SuppressWarnings("EnumOrdinal") // contracts number variants by their place
  public int number() {
    return ordinal() + 1;
  }
}
