package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.TestRom.Tile;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Warps, talking, menus, who is frozen when, and the counters for tests.
class GameFieldTest {
  private static final int FROZEN = 0x100;
  private static final int STEPPING = 2;
  private static final long BOX = 0x0203_75BCL;
  private static final long FADE = 0x0203_7FDBL;
  private static final long SCRIPT = 0x0300_0E38L;
  private static final long TEXT = 0x0202_1FC4L;

  private Play play;

  @BeforeEach
  void start() {
    play = new Play(new ThumbMachine(Roms.bundled()));
  }

  @Test
  void arrowMatLeadsOutOfTheHouseAndTheDoorBackIn() {
    play.to(GamePlaces.ROOM_MAT, Facing.WEST);
    play.hold(Key.DOWN, 4);
    assertThat(play.locked()).isTrue();
    assertThat(play.u8(FADE) & 0x80).isNotZero();
    play.until("in town", () -> !play.locked());
    assertThat(play.at()).isEqualTo(GamePlaces.HOUSE_FRONT);
    assertThat(play.facing()).isEqualTo(1);
    play.hold(Key.UP, 12);
    play.until("in the room", () -> !play.locked());
    assertThat(play.at()).isEqualTo(GamePlaces.ROOM_MAT);
    assertThat(play.facing()).isEqualTo(2);
  }

  @Test
  void stepOnMatAndLadderLeadOn() {
    play.to(GamePlaces.CAVE_MOUTH.plus(0, 1), Facing.NORTH);
    play.hold(Key.UP, 20);
    play.until("in the cave", () -> !play.locked());
    assertThat(play.at()).isEqualTo(GamePlaces.CAVE_MAT);
    play.tap(Key.DOWN);
    play.idle(10);
    play.hold(Key.DOWN, 4);
    play.until("in town", () -> !play.locked());
    assertThat(play.at()).isEqualTo(GamePlaces.CAVE_MOUTH.plus(0, 1));
    play.to(GamePlaces.CAVE_LADDER.plus(-1, 0), Facing.EAST);
    play.hold(Key.RIGHT, 20);
    play.until("on the route", () -> !play.locked());
    assertThat(play.at()).isEqualTo(GamePlaces.ROUTE_LADDER);
  }

  @Test
  void saveBlocksMoveOnEachWarpAndGetANewKey() {
    Set<Long> blocks = new HashSet<>();
    Set<Integer> keys = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      play.to(GamePlaces.ROOM_MAT, Facing.SOUTH);
      play.hold(Key.DOWN, 4);
      play.until("in town", () -> !play.locked());
      blocks.add(play.save1());
      keys.add(play.key());
      assertThat(play.u32(play.save1() + 1168) ^ play.key()).as("money").isEqualTo(3000);
      assertThat(play.u16(play.save1() + 1376)).isEqualTo(13);
      assertThat((play.u16(play.save1() + 1378) ^ play.key()) & 0xFFFF).isEqualTo(5);
    }
    assertThat(blocks).hasSize(5);
    assertThat(keys).hasSize(5);
  }

  @Test
  void conversationFreezesEverybodyAndItsEndFreesAlsoTheStunned() {
    play.to(new Tile(Area.TOWN, 9, 5), Facing.EAST);
    play.rom().person(GamePeople.WANDERER, 18, 6, Movement.STILL, 0);
    play.mailed();
    long stunned = Play.PLAYER + (long) GamePeople.WANDERER * Play.OBJECT_SIZE + 1;
    play.machine().write(stunned, new byte[] {1});
    play.tap(Key.A);
    assertThat(play.locked()).isTrue();
    assertThat(play.u8(BOX)).isEqualTo(2);
    assertThat(play.u8(SCRIPT)).isEqualTo(1);
    assertThat(play.flags(GamePeople.GREETER)).isEqualTo(0x8000C1);
    assertThat(play.object(GamePeople.GREETER, 0x18) & 15).as("turned to the player").isEqualTo(3);
    assertThat(play.flags(GamePeople.WANDERER)).isEqualTo(0x101);
    assertThat(play.flags(GamePeople.TRAINER)).isEqualTo(0x800101);
    assertThat(play.u8(TEXT)).as("W").isEqualTo(0xBB + 'W' - 'A');
    for (int i = 0; i < 100 && play.locked(); i++) {
      play.tap(Key.A);
    }
    assertThat(play.u8(BOX)).isZero();
    assertThat(play.u8(SCRIPT)).isEqualTo(2);
    for (int person = 1; person <= 4; person++) {
      assertThat(play.flags(person) & FROZEN).isZero();
    }
  }

  @Test
  void freezeBetweenStepsHoldsSomebodyAndInsideAStepLocksTheGame() {
    play.to(new Tile(Area.TOWN, 20, 10), Facing.EAST);
    long patrol = Play.PLAYER + (long) GamePeople.PATROL * Play.OBJECT_SIZE + 1;
    play.until("a pause", () -> (play.flags(GamePeople.PATROL) & STEPPING) == 0);
    play.machine().write(patrol, new byte[] {1});
    int y = play.objectY(GamePeople.PATROL);
    play.idle(200);
    assertThat(play.objectY(GamePeople.PATROL)).isEqualTo(y);
    assertThat(play.rom().softlocked()).isFalse();
    play.machine().write(patrol, new byte[] {0});
    play.until("a step", () -> (play.flags(GamePeople.PATROL) & STEPPING) != 0);
    play.machine().write(patrol, new byte[] {1});
    play.idle(2);
    assertThat(play.rom().softlocked()).as("it could still be taken back").isFalse();
    play.idle(20);
    assertThat(play.rom().softlocked()).isTrue();
    assertThat(play.locked()).isTrue();
    play.tap(Key.B);
    play.hold(Key.RIGHT, 40);
    assertThat(play.at()).isEqualTo(new Tile(Area.TOWN, 20, 10));
    play.to(GamePlaces.BED, Facing.SOUTH);
    assertThat(play.locked()).isFalse();
  }

  @Test
  void patrolCrossesTheRoadInBursts() {
    play.to(new Tile(Area.TOWN, 20, 10), Facing.EAST);
    Set<Integer> rows = new HashSet<>();
    int stepping = 0;
    for (int i = 0; i < 600; i++) {
      play.idle(1);
      rows.add(play.objectY(GamePeople.PATROL));
      stepping += (play.flags(GamePeople.PATROL) & STEPPING) != 0 ? 1 : 0;
    }
    assertThat(rows).containsExactlyInAnyOrder(8, 9, 10);
    assertThat(stepping).isBetween(100, 400);
  }

  @Test
  void menuOpensPartyAndBagAndComesBack() {
    play.tap(Key.START);
    assertThat(play.task()).isEqualTo(0x0809_FA35);
    play.tap(Key.A);
    play.until("party", () -> play.callback() == Play.PARTY_SCREEN);
    assertThat(play.task()).isEqualTo(Play.TASK_PARTY);
    play.tap(Key.B);
    assertThat(play.callback()).isEqualTo(Play.OVERWORLD);
    play.tap(Key.DOWN);
    play.tap(Key.A);
    play.until("bag", () -> play.callback() == Play.BAG_SCREEN);
    assertThat(play.task()).isEqualTo(Play.TASK_BAG);
    play.tap(Key.B);
    play.tap(Key.B);
    assertThat(play.locked()).isFalse();
    assertThat(play.u8(0x0203_760EL)).as("the menu's cursor is remembered").isEqualTo(1);
  }

  @Test
  void bikeIsRefusedInTheRoomAndRiddenInTown() {
    play.tap(Key.SELECT);
    assertThat(play.u8(BOX)).isEqualTo(2);
    play.idle(60);
    play.tap(Key.B);
    play.to(GamePlaces.HOUSE_FRONT, Facing.SOUTH);
    play.tap(Key.SELECT);
    assertThat(play.avatar() & 15).isEqualTo(2);
    play.tap(Key.SELECT);
    assertThat(play.avatar() & 15).isEqualTo(1);
  }

  @Test
  void longGrassAlwaysStartsABattleUnlessToldNot() {
    play.to(GamePlaces.LONG_GRASS.plus(1, 0), Facing.WEST);
    play.hold(Key.LEFT, 4);
    play.until("battle", () -> play.callback() == Play.BATTLE);
    assertThat(play.rom().battles()).isEqualTo(1);
    assertThat(play.flags(GamePeople.TRAINER)).isEqualTo(0x800101);
  }

  @Test
  void tallGrassFollowsItsRule() {
    play.rom().encounters(Rule.ALWAYS);
    play.mailed();
    play.to(new Tile(Area.TOWN, 18, 15), Facing.EAST);
    play.hold(Key.RIGHT, 4);
    play.until("battle", () -> play.inBattle());
    assertThat(play.at()).isEqualTo(new Tile(Area.TOWN, 19, 15));
  }

  @Test
  void trainerStopsWhomHeSees() {
    play.to(new Tile(Area.TOWN, 23, 9), Facing.EAST);
    play.hold(Key.RIGHT, 4);
    play.until("a word", () -> play.u8(BOX) == 2);
    assertThat(play.objectY(GamePeople.TRAINER)).isEqualTo(8);
    play.idle(80);
    play.tap(Key.A);
    play.until("battle", () -> play.inBattle());
    assertThat(play.u32(0x0202_2FECL)).isEqualTo(12);
  }

  @Test
  void pressesAreCountedPerKey() {
    play.tap(Key.LEFT);
    play.tap(Key.LEFT);
    play.hold(Key.B, 9);
    play.idle(3);
    assertThat(play.rom().presses(Key.LEFT)).isEqualTo(2);
    assertThat(play.rom().presses(Key.B)).isEqualTo(1);
    assertThat(play.rom().presses()).isEqualTo(3);
    assertThat(play.rom().heldFor()).isEqualTo(9);
  }

  @Test
  void mailboxRefusesWhatIsOutOfBoundsAndWaitsForAnIdlePlayer() {
    play.rom().monster(5, 1, 0);
    play.mailed();
    assertThat(play.rom().refused()).isEqualTo(1);
    play.tap(Key.START);
    play.rom().teleport(GamePlaces.GOAL, Facing.SOUTH);
    play.idle(30);
    assertThat(play.rom().pending()).isTrue();
    play.tap(Key.B);
    play.mailed();
    assertThat(play.at()).isEqualTo(GamePlaces.GOAL);
  }
}
