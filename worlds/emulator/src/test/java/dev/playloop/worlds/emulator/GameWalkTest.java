package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.TestRom.Tile;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Steps: how long they take, what blocks them, and where special tiles lead.
class GameWalkTest {
  private static final int SETTLE = 130;
  private static final Tile OPEN = new Tile(Area.TOWN, 8, 10);

  private Play play;

  @BeforeEach
  void start() {
    play = new Play(new ThumbMachine(Roms.bundled()));
  }

  @ParameterizedTest(name = "facing it, {0} frames give {1} tiles")
  @CsvSource({"1,1", "4,1", "15,1", "16,1", "17,2", "32,2", "33,3"})
  void holdingTheKeyWhenFacingGivesTiles(int frames, int tiles) {
    play.to(OPEN, Facing.WEST);
    play.hold(Key.LEFT, frames);
    play.idle(40);
    assertThat(play.at()).isEqualTo(OPEN.plus(-tiles, 0));
    assertThat(play.rom().steps()).isEqualTo(tiles);
  }

  @ParameterizedTest(name = "not facing it, {0} frames give {1} tiles")
  @CsvSource({"1,0", "4,0", "8,0", "9,1", "16,1", "24,1", "25,2", "40,2", "41,3"})
  void holdingTheKeyWhenNotFacingTurnsFirst(int frames, int tiles) {
    play.to(OPEN, Facing.EAST);
    play.hold(Key.LEFT, frames);
    play.idle(40);
    assertThat(play.at()).isEqualTo(OPEN.plus(-tiles, 0));
    assertThat(play.facing()).isEqualTo(3);
  }

  @Test
  void positionChangesAtTheStartOfAStep() {
    play.to(OPEN, Facing.WEST);
    play.hold(Key.LEFT, 1);
    assertThat(play.at()).isEqualTo(OPEN.plus(-1, 0));
    assertThat(play.u16(Play.PLAYER + 0x14) - 7).isEqualTo(OPEN.x());
    play.idle(1);
    assertThat(play.u8(Play.AVATAR + 3)).isEqualTo(1);
    assertThat(play.flags(0)).isEqualTo(0x18041);
    play.idle(15);
    assertThat(play.u8(Play.AVATAR + 3)).isEqualTo(2);
    play.idle(1);
    assertThat(play.u8(Play.AVATAR + 3)).isZero();
    assertThat(play.flags(0)).isEqualTo(0x180C1);
  }

  @Test
  void runningAndSurfingTakeEightFramesATile() {
    play.to(OPEN, Facing.WEST);
    play.hold(Key.LEFT.mask() | Key.B.mask(), 16);
    assertThat(play.avatar() & 0x80).isNotZero();
    play.idle(20);
    assertThat(play.at()).isEqualTo(OPEN.plus(-2, 0));
    Tile water = GamePlaces.SHORE.plus(1, 0);
    play.to(water, Facing.EAST);
    play.rom().ride(Ride.SURF);
    play.mailed();
    play.hold(Key.RIGHT, 16);
    play.idle(20);
    assertThat(play.at()).isEqualTo(water.plus(2, 0));
  }

  @Test
  void wallBumpsForThirtyTwoFramesWithoutAStep() {
    play.to(GamePlaces.HOUSE_FRONT.plus(1, 0), Facing.NORTH);
    play.hold(Key.UP, 64);
    play.idle(40);
    assertThat(play.at()).isEqualTo(GamePlaces.HOUSE_FRONT.plus(1, 0));
    assertThat(play.rom().bumps()).isEqualTo(2);
    assertThat(play.rom().steps()).isZero();
  }

  @ParameterizedTest(name = "{0},{1} {2} -> {3},{4}")
  @CsvSource({
    "8,6,DOWN,8,8", "8,8,UP,8,8", "11,17,UP,11,15", "11,15,DOWN,11,15",
    "12,12,LEFT,10,12", "10,12,RIGHT,10,12", "16,3,RIGHT,18,3", "18,3,LEFT,18,3",
    "7,17,DOWN,7,17", "7,18,UP,7,18", "19,3,RIGHT,19,3", "23,6,UP,23,5",
    "9,14,LEFT,9,14", "10,13,LEFT,9,13", "9,13,LEFT,8,13", "10,6,UP,10,6"
  })
  void oneStepFromEachSideOfWhatIsSpecial(int x, int y, Key key, int toX, int toY) {
    Facing facing =
        switch (key) {
          case DOWN -> Facing.SOUTH;
          case UP -> Facing.NORTH;
          case LEFT -> Facing.WEST;
          default -> Facing.EAST;
        };
    play.to(new Tile(Area.TOWN, x, y), facing);
    play.hold(key, 4);
    play.idle(60);
    assertThat(play.at()).isEqualTo(new Tile(Area.TOWN, toX, toY));
  }

  @Test
  void ledgeTakesThirtyTwoFrames() {
    play.to(GamePlaces.LEDGE_SOUTH.plus(0, -1), Facing.SOUTH);
    play.hold(Key.DOWN, 32);
    assertThat(play.u8(Play.AVATAR + 3)).isEqualTo(1);
    play.idle(1);
    assertThat(play.u8(Play.AVATAR + 3)).isEqualTo(2);
    assertThat(play.at()).isEqualTo(GamePlaces.LEDGE_SOUTH.plus(0, 1));
  }

  @Test
  void bikeGainsSpeedTileByTileAndRollsOn() {
    play.to(GamePlaces.ROAD_WEST, Facing.EAST);
    play.rom().ride(Ride.MACH_BIKE);
    play.mailed();
    assertThat(play.avatar() & 2).isNotZero();
    play.hold(Key.RIGHT, 17);
    assertThat(play.at()).isEqualTo(GamePlaces.ROAD_WEST.plus(2, 0));
    play.hold(Key.RIGHT, 8);
    assertThat(play.at()).isEqualTo(GamePlaces.ROAD_WEST.plus(3, 0));
    play.hold(Key.RIGHT, 4);
    assertThat(play.at()).isEqualTo(GamePlaces.ROAD_WEST.plus(4, 0));
    play.idle(60);
    assertThat(play.at()).isEqualTo(GamePlaces.ROAD_WEST.plus(7, 0));
  }

  @ParameterizedTest(name = "run-up of {0} tiles ends at {1},{2}")
  @CsvSource({"0,3,11", "1,22,7", "2,22,7", "6,22,7"})
  void crackedFloorBearsTheFastestRiderOnly(int runUp, int x, int y) {
    play.to(GamePlaces.CRACKS.plus(-1 - runUp, 0), Facing.EAST);
    play.rom().ride(Ride.MACH_BIKE);
    play.mailed();
    for (int i = 0; i < 200 && play.rom().warps() == 0 && play.at().x() < 22; i++) {
      play.hold(Key.RIGHT, 1);
    }
    play.until("unlocked", () -> !play.locked());
    play.idle(SETTLE);
    assertThat(play.at()).isEqualTo(new Tile(Area.CAVE, x, y));
  }

  @Test
  void crackedFloorDropsWhoWalks() {
    play.to(GamePlaces.CRACKS.plus(-1, 0), Facing.EAST);
    play.hold(Key.RIGHT, 4);
    play.idle(SETTLE);
    assertThat(play.at()).isEqualTo(GamePlaces.CAVE_START);
  }

  @Test
  void iceAndSlidesCarryOn() {
    play.to(GamePlaces.ICE.plus(-1, 0), Facing.EAST);
    play.hold(Key.RIGHT, 4);
    play.idle(SETTLE);
    assertThat(play.at()).isEqualTo(new Tile(Area.CAVE, 11, 3));
    play.to(GamePlaces.SLIDE_EAST.plus(-1, 0), Facing.EAST);
    play.hold(Key.RIGHT, 4);
    play.idle(SETTLE);
    assertThat(play.at()).isEqualTo(new Tile(Area.CAVE, 19, 2));
    play.to(GamePlaces.SLIDE_WEST.plus(0, 1), Facing.NORTH);
    play.hold(Key.UP, 4);
    play.idle(SETTLE);
    assertThat(play.at()).isEqualTo(new Tile(Area.CAVE, 13, 3));
  }

  @ParameterizedTest(name = "beside row {0}")
  @CsvSource({"9", "10"})
  void someoneInMidStepBlocksBothItsTiles(int row) {
    Tile beside = new Tile(Area.TOWN, 8, row);
    play.to(beside, Facing.WEST);
    play.rom().person(GamePeople.PATROL, 7, 9, Movement.PATROL_DOWN, 2);
    play.mailed();
    play.until("a step from 9 to 10", () -> (play.flags(GamePeople.PATROL) & 2) != 0);
    play.hold(Key.LEFT, 4);
    assertThat(play.at()).isEqualTo(beside);
    assertThat(play.rom().bumps()).isEqualTo(1);
  }

  @Test
  void bumpEndsWhenTheWayIsFree() {
    Tile beside = new Tile(Area.TOWN, 8, 9);
    play.to(beside, Facing.WEST);
    play.rom().person(GamePeople.PATROL, 7, 9, Movement.PATROL_DOWN, 2);
    play.mailed();
    play.until("a step from 9 to 10", () -> (play.flags(GamePeople.PATROL) & 2) != 0);
    play.hold(Key.LEFT, 20);
    assertThat(play.at()).isEqualTo(beside.plus(-1, 0));
  }

  @Test
  void mapEdgeIsAPlainStepAndTheCoordinatesJump() {
    play.to(GamePlaces.TOWN_EDGE, Facing.NORTH);
    play.hold(Key.UP, 4);
    assertThat(play.at()).isEqualTo(GamePlaces.ROUTE_EDGE);
    assertThat(play.locked()).isFalse();
    play.idle(20);
    play.hold(Key.DOWN, 12);
    play.idle(20);
    assertThat(play.at()).isEqualTo(GamePlaces.TOWN_EDGE);
    assertThat(play.rom().warps()).isZero();
  }

  @Test
  void surfBeginsWithYesAndEndsOnLandByItself() {
    play.to(GamePlaces.SHORE, Facing.EAST);
    play.tap(Key.A);
    play.until("yes or no", () -> play.u32(Play.TASK + 0x28) == 0x080E_215D);
    play.tap(Key.A);
    play.until("unlocked", () -> !play.locked());
    assertThat(play.at()).isEqualTo(GamePlaces.SHORE.plus(1, 0));
    assertThat(play.avatar() & 8).isNotZero();
    play.hold(Key.LEFT, 12);
    play.until("unlocked", () -> !play.locked());
    play.idle(20);
    assertThat(play.at()).isEqualTo(GamePlaces.SHORE);
    assertThat(play.avatar() & 15).isEqualTo(1);
  }

  @Test
  void goalIsReachedThroughTheGrass() {
    play.rom().encounters(Rule.NEVER);
    play.mailed();
    play.to(GamePlaces.FENCE_GAP, Facing.EAST);
    play.hold(Key.RIGHT, 16 * 10 - 8);
    play.idle(20);
    assertThat(play.at()).isEqualTo(new Tile(Area.TOWN, 27, 15));
    assertThat(play.rom().goalReached()).isFalse();
    play.hold(Key.DOWN, 12);
    play.idle(20);
    assertThat(play.at()).isEqualTo(GamePlaces.GOAL);
    assertThat(play.rom().goalReached()).isTrue();
  }
}
