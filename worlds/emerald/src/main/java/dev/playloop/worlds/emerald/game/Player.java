package dev.playloop.worlds.emerald.game;

import dev.playloop.worlds.emerald.model.GameState.Walks;
import io.soabase.recordbuilder.core.RecordBuilder;

/// The player on the map, in map coordinates. The position already shows the target when a step
/// begins; [#isStill] tells that it has ended.
///
/// @param index which of the map's objects it is
/// @param elevation of the tile that it stands on; 0 fits all
/// @param flags of the avatar: 1 foot, 2 Mach bike, 4 Acro bike, 8 surfing, 0x10 underwater, 0x80
///   running
/// @param running 0 still, 1 turning, 2 moving
/// @param transition 0 none, 1 between two tiles, 2 on the centre of one
@RecordBuilder
public record Player(
    int index,
    int x,
    int y,
    int previousX,
    int previousY,
    Direction facing,
    int elevation,
    int flags,
    int running,
    int transition) {
  private static final int ON_FOOT = 1;
  private static final int MACH = 2;
  private static final int ACRO = 4;
  private static final int SURF = 8;
  private static final int DIVE = 0x10;

  /// No step and no turn is under way.
  public boolean isStill() {
    return transition == 0 && x == previousX && y == previousY && running != 1;
  }

  public boolean isAt(Tile tile) {
    return x == tile.x() && y == tile.y();
  }

  public Tile tile() {
    return new Tile(x, y);
  }

  public boolean walks() {
    return (flags & ON_FOOT) != 0;
  }

  public boolean onMachBike() {
    return (flags & MACH) != 0;
  }

  public boolean onAcroBike() {
    return (flags & ACRO) != 0;
  }

  public boolean surfs() {
    return (flags & SURF) != 0;
  }

  /// How the player gets about, in words of the model.
  public Walks way() {
    if (onMachBike()) {
      return Walks.on_mach_bike;
    }
    if (onAcroBike()) {
      return Walks.on_acro_bike;
    }
    if ((flags & DIVE) != 0) {
      return Walks.underwater;
    }
    return surfs() ? Walks.surfing : Walks.on_foot;
  }
}
