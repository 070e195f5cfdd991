package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Tile;

/// Tiles with something about them.
public final class GamePlaces {
  /// Where the game begins, and where one wakes up after a lost battle.
  public static final Tile BED = new Tile(Area.ROOM, 2, 4);

  /// Stand on it and press Down once more: to [#HOUSE_DOOR].
  public static final Tile ROOM_MAT = new Tile(Area.ROOM, 4, 5);

  /// Solid; press Up below it: to [#ROOM_MAT].
  public static final Tile HOUSE_DOOR = new Tile(Area.TOWN, 4, 4);

  /// Where one stands after leaving the house.
  public static final Tile HOUSE_FRONT = new Tile(Area.TOWN, 4, 5);

  public static final Tile SIGN = new Tile(Area.TOWN, 8, 4);

  /// Step on it: to [#CAVE_MAT].
  public static final Tile CAVE_MOUTH = new Tile(Area.TOWN, 27, 8);

  /// The middle of five ledges (x 6 to 10) that are jumped southwards, from y 6 to y 8.
  public static final Tile LEDGE_SOUTH = new Tile(Area.TOWN, 8, 7);

  public static final Tile LEDGE_NORTH = new Tile(Area.TOWN, 11, 16);
  public static final Tile LEDGE_WEST = new Tile(Area.TOWN, 11, 12);
  public static final Tile LEDGE_EAST = new Tile(Area.TOWN, 17, 3);

  /// Can't be left to the south, nor entered from there.
  public static final Tile RAIL = new Tile(Area.TOWN, 7, 17);

  /// Water (elevation 1) fills x 20 to 28 and y 2 to 5 but for the bridge at x 23; this is its
  /// shore in the west, with water to the east.
  public static final Tile SHORE = new Tile(Area.TOWN, 19, 3);

  /// The bridge (elevation 15) goes over the water along x 23, y 2 to 5; this is south of it.
  public static final Tile BRIDGE_SOUTH = new Tile(Area.TOWN, 23, 6);

  /// Elevation 0, between the plateau (elevation 4, x 3 to 8, y 12 to 15) and the lawn.
  public static final Tile STAIRS = new Tile(Area.TOWN, 9, 13);

  /// Lawn beside the plateau: west of it elevation 4 blocks.
  public static final Tile BELOW_PLATEAU = new Tile(Area.TOWN, 9, 14);

  /// The gap in the fence; tall grass is at x 19 to 21, y 13 to 17.
  public static final Tile FENCE_GAP = new Tile(Area.TOWN, 17, 15);

  /// Each step onto x 22, y 13 to 17 starts a battle.
  public static final Tile LONG_GRASS = new Tile(Area.TOWN, 22, 15);

  public static final Tile GOAL = new Tile(Area.TOWN, 27, 16);

  /// A step north of it is the route.
  public static final Tile TOWN_EDGE = new Tile(Area.TOWN, 14, 0);

  /// A step south of it is the town.
  public static final Tile ROUTE_EDGE = new Tile(Area.ROUTE, 14, 7);

  /// West end of a road of 28 tiles, x 1 to 28.
  public static final Tile ROAD_WEST = new Tile(Area.ROUTE, 1, 2);

  /// Step on it: to [#CAVE_LADDER].
  public static final Tile ROUTE_LADDER = new Tile(Area.ROUTE, 27, 5);

  /// Stand on it and press Down once more: to [#CAVE_MOUTH].
  public static final Tile CAVE_MAT = new Tile(Area.CAVE, 3, 12);

  /// Where one falls back to from the cracked floor.
  public static final Tile CAVE_START = new Tile(Area.CAVE, 3, 11);

  public static final Tile CAVE_LADDER = new Tile(Area.CAVE, 21, 10);

  /// West end of a corridor of twelve tiles before the cracked floor.
  public static final Tile RUN_UP = new Tile(Area.CAVE, 1, 7);

  /// Cracked floor is at x 13 to 16, y 7.
  public static final Tile CRACKS = new Tile(Area.CAVE, 13, 7);

  /// Ice is at x 5 to 10, y 2 to 4.
  public static final Tile ICE = new Tile(Area.CAVE, 5, 3);

  /// Slides to the east are at x 14 to 18, y 2.
  public static final Tile SLIDE_EAST = new Tile(Area.CAVE, 14, 2);

  /// Slides to the west are at x 14 to 18, y 3.
  public static final Tile SLIDE_WEST = new Tile(Area.CAVE, 18, 3);

  private GamePlaces() {}
}
