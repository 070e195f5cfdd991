package dev.playloop.worlds.eternum.model.game;

/// What a building is for, numbered from 1: the 0 of contracts means none, which nobody can build.
public enum BuildingCategory implements Variant {
  WorkersHut,
  Storehouse,
  ResourceStone,
  ResourceCoal,
  ResourceWood,
  ResourceCopper,
  ResourceIronwood,
  ResourceObsidian,
  ResourceGold,
  ResourceSilver,
  ResourceMithral,
  ResourceAlchemicalSilver,
  ResourceColdIron,
  ResourceDeepCrystal,
  ResourceRuby,
  ResourceDiamonds,
  ResourceHartwood,
  ResourceIgnium,
  ResourceTwilightQuartz,
  ResourceTrueIce,
  ResourceAdamantine,
  ResourceSapphire,
  ResourceEtherealSilica,
  ResourceDragonhide,
  ResourceLabor,
  ResourceEarthenShard,
  ResourceDonkey,
  ResourceKnightT1,
  ResourceKnightT2,
  ResourceKnightT3,
  ResourceCrossbowmanT1,
  ResourceCrossbowmanT2,
  ResourceCrossbowmanT3,
  ResourcePaladinT1,
  ResourcePaladinT2,
  ResourcePaladinT3,
  ResourceWheat,
  ResourceFish,
  ResourceEssence;

  @Override
  @SuppressWarnings("EnumOrdinal") // contracts number variants by their place
  public int number() {
    return ordinal() + 1;
  }
}
