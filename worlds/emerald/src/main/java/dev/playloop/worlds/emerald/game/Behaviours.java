package dev.playloop.worlds.emerald.game;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the behaviour byte of a tile means for a walker. The same in every game of the engine.
public final class Behaviours {
  private static final Set<Integer> WATER =
      Set.of(
          0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x19, 0x22, 0x2A, 0x50, 0x51, 0x52, 0x53, 0x6C, 0x6D,
          0x6F);
  private static final Set<Integer> TALL_GRASS =
      Set.of(0x02, 0x03, 0x05, 0x06, 0x08, 0x0B, 0x24, 0x25);
  private static final Set<Integer> WARP_ON_STEP =
      Set.of(0x60, 0x61, 0x67, 0x68, 0x29, 0x0F, 0x66, 0x6A, 0x6B, 0x6E);
  private static final Set<Integer> WARP_INTO = Set.of(0x69, 0x6C);
  private static final Set<Integer> FORCED =
      Set.of(0x20, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x50, 0x51, 0x52, 0x53);
  private static final Set<Integer> ACRO = Set.of(0xD1, 0xD3, 0xD4, 0xD5, 0xD6);
  private static final Set<Integer> EAST = Set.of(0x30, 0x34, 0x36, 0xC1);
  private static final Set<Integer> WEST = Set.of(0x31, 0x35, 0x37, 0xC1);
  private static final Set<Integer> NORTH = Set.of(0x32, 0x34, 0x35, 0xC0);
  private static final Set<Integer> SOUTH = Set.of(0x33, 0x36, 0x37, 0xC0);

  private Behaviours() {}

  public static boolean isWater(int behaviour) {
    return WATER.contains(behaviour);
  }

  public static boolean isTallGrass(int behaviour) {
    return TALL_GRASS.contains(behaviour);
  }

  /// Ice, slides and currents: one input moves further than one tile.
  public static boolean isForced(int behaviour) {
    return FORCED.contains(behaviour);
  }

  public static boolean warpsOnStep(int behaviour) {
    return WARP_ON_STEP.contains(behaviour);
  }

  /// A door: solid, and walked into from the south.
  public static boolean warpsWhenWalkedInto(int behaviour) {
    return WARP_INTO.contains(behaviour);
  }

  /// Where one stands on the tile and presses this way to be warped.
  public static @Nullable Direction warpArrow(int behaviour) {
    return switch (behaviour) {
      case 0x62 -> Direction.EAST;
      case 0x63 -> Direction.WEST;
      case 0x64, 0x1B -> Direction.NORTH;
      case 0x65, 0x1C, 0x6D -> Direction.SOUTH;
      default -> null;
    };
  }

  /// The only way in which a ledge is jumped, two tiles at once; null where it is no ledge.
  public static @Nullable Direction ledge(int behaviour) {
    return switch (behaviour) {
      case 0x38 -> Direction.EAST;
      case 0x39 -> Direction.WEST;
      case 0x3A -> Direction.NORTH;
      case 0x3B -> Direction.SOUTH;
      default -> null;
    };
  }

  /// Crossed only at the full speed of the Mach bike.
  public static boolean needsMachBike(int behaviour) {
    return behaviour == 0xD0 || behaviour == 0xD2;
  }

  public static boolean needsAcroBike(int behaviour) {
    return ACRO.contains(behaviour);
  }

  /// Whether a step in `direction` can't leave a tile of this behaviour.
  public static boolean blocksLeaving(int behaviour, Direction direction) {
    return sides(direction).contains(behaviour);
  }

  /// Whether a step in `direction` can't enter a tile of this behaviour.
  public static boolean blocksEntering(int behaviour, Direction direction) {
    return sides(
            switch (direction) {
              case SOUTH -> Direction.NORTH;
              case NORTH -> Direction.SOUTH;
              case WEST -> Direction.EAST;
              case EAST -> Direction.WEST;
            })
        .contains(behaviour);
  }

  private static Set<Integer> sides(Direction direction) {
    return switch (direction) {
      case SOUTH -> SOUTH;
      case NORTH -> NORTH;
      case WEST -> WEST;
      case EAST -> EAST;
    };
  }
}
