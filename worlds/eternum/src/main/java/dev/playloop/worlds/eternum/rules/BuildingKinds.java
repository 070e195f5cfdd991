package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.cairo.Uint;

/// What a building of each category is for. The twin of the tables of `production.cairo`.
final class BuildingKinds {
  static final Uint LAST = Uint.u8(39);

  private static final long WORKERS_HUT = 1;
  private static final long STOREHOUSE = 2;
  private static final long KNIGHT = 26;
  private static final long PALADIN_T3 = 34;
  private static final Uint ESSENCE = Uint.u8(38);

  private BuildingKinds() {}

  static boolean isHut(Uint category) {
    return category.is(WORKERS_HUT);
  }

  static boolean produces(Uint category) {
    return category.above(Uint.u8(STOREHOUSE));
  }

  /// Categories follow the resources from ResourceStone on, without Lords.
  static Uint produced(Uint category) {
    return category.equals(LAST) ? ESSENCE : category.minus(2);
  }

  /// How many people work there.
  static Uint people(Uint category) {
    return Uint.u32(produces(category) && isTroop(produced(category)) ? 2 : 1);
  }

  /// Per second and building.
  static Uint rate(Uint resource) {
    boolean slow = resource.equals(Stores.DONKEY) || isTroop(resource);
    return Uint.u64(slow ? 100_000_000 : 1_000_000_000);
  }

  private static boolean isTroop(Uint resource) {
    return resource.toLong() >= KNIGHT && resource.toLong() <= PALADIN_T3;
  }
}
