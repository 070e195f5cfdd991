package dev.playloop.worlds.emerald.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.emerald.game.Bag.Stack;
import dev.playloop.worlds.emerald.model.GameState;
import dev.playloop.worlds.emerald.model.GameState.Menu;
import dev.playloop.worlds.emerald.model.GameState.Mode;
import dev.playloop.worlds.emerald.model.GameState.Walks;
import dev.playloop.worlds.emerald.model.Pocket;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Bytes in, meaning out.
class DecodersTest {
  private static final GameProfile PROFILE = TestMemory.PROFILE;
  private final TestMemory ram = new TestMemory();

  @Test
  void playerStandsWhereItsObjectIsLessTheBorder() {
    Player player = ram.field().player();

    assertThat(player.tile()).isEqualTo(new Tile(8, 7));
    assertThat(player.facing()).isEqualTo(Direction.SOUTH);
    assertThat(player.elevation()).isEqualTo(3);
    assertThat(player.isStill()).isTrue();
    assertThat(ram.field().map()).isEqualTo(new MapId(0, 1));
    assertThat(ram.field().isFree()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 8, 0, true", // nothing goes on
    "1, 8, 0, false", // between two tiles
    "2, 8, 0, false", // the last frame of a step
    "0, 9, 0, false", // has left, and not arrived
    "0, 8, 1, false" // turns
  })
  void stepIsOverWhenNothingOfItIsLeft(int transition, int previousX, int running, boolean still) {
    long avatar = PROFILE.at(Symbol.PLAYER_AVATAR);
    ram.u8(avatar + 3, transition).u8(avatar + 2, running);
    ram.u16(PROFILE.at(Symbol.OBJECT_EVENTS) + 0x14, previousX + 7);

    assertThat(ram.field().player().isStill()).isEqualTo(still);
  }

  @ParameterizedTest
  @CsvSource({
    "0x1,      false, false", // stands
    "0x3,      true,  false", // walks by itself
    "0x41,     true,  false", // is walked by a script
    "0xC1,     false, false", // was walked by one
    "0x80C1,   false, false", // the same, as real states hold it
    "0x800101, false, true", // frozen by a menu
    "0x101,    false, true", // stunned
    "0x143,    true,  true"
  })
  void npcMovesBySingleOrUnfinishedHeldMovement(String flags, boolean moving, boolean frozen) {
    ram.object(3, Long.decode(flags), 10, 4);

    Actor actor = ram.field().actor(3).orElseThrow();

    assertThat(actor.moving()).isEqualTo(moving);
    assertThat(actor.frozen()).isEqualTo(frozen);
    assertThat(actor.tile()).isEqualTo(new Tile(10, 4));
  }

  @Test
  void inactiveObjectsAndThePlayerAreNoActors() {
    ram.object(2, 0, 3, 3);

    assertThat(ram.field().actors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1, on_foot",
    "2, on_mach_bike",
    "4, on_acro_bike",
    "8, surfing",
    "16, underwater",
    "0x81, on_foot"
  })
  void flagsOfTheAvatarTellHowItGetsAbout(String flags, Walks way) {
    ram.u8(PROFILE.at(Symbol.PLAYER_AVATAR), Integer.decode(flags));

    assertThat(ram.field().player().way()).isEqualTo(way);
  }

  @ParameterizedTest
  @CsvSource({
    "CHOOSE_ACTION, action",
    "CHOOSE_MOVE, move",
    "CHOOSE_TARGET, target",
    "CHOOSE_MONSTER, party",
    "CHOOSE_ITEM, bag",
    "BATTLE_YES_NO, yes_no",
    "CONTROLLER_IDLE, none"
  })
  void controllerTellsWhichMenuWaits(Routine routine, Menu menu) {
    ram.u32(PROFILE.at(Symbol.CONTROLLERS), PROFILE.of(routine));

    assertThat(ram.field().menu()).isEqualTo(menu);
    assertThat(ram.field().battler()).isZero();
  }

  @Test
  void secondFightersMenuIsSeenInADoubleBattle() {
    ram.u32(PROFILE.at(Symbol.CONTROLLERS) + 8, PROFILE.of(Routine.CHOOSE_ACTION));

    assertThat(ram.field().menu()).isEqualTo(Menu.action);
    assertThat(ram.field().battler()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "OVERWORLD,  false, 0, false, field",
    "OVERWORLD,  true,  0, false, text",
    "OVERWORLD,  false, 2, false, text",
    "OVERWORLD,  false, 0, true,  busy",
    "BATTLE,     false, 0, false, busy",
    "BAG,        true,  0, false, bag",
    "PARTY_MENU, true,  0, false, party"
  })
  void modeTellsWhatButtonsDo(
      Routine screen, boolean locked, int textBox, boolean fade, Mode mode) {
    ram.u32(PROFILE.at(Symbol.MAIN) + 4, PROFILE.of(screen));
    ram.u8(PROFILE.at(Symbol.LOCK_FIELD_CONTROLS), locked ? 1 : 0);
    ram.u8(PROFILE.at(Symbol.MESSAGE_BOX_MODE), textBox);
    ram.u8(PROFILE.at(Symbol.PALETTE_FADE) + 7, fade ? 0x80 : 0);

    assertThat(GameStates.mode(ram.field())).isEqualTo(mode);
    assertThat(ram.field().isFree()).isEqualTo(mode == Mode.field);
  }

  @ParameterizedTest
  @EnumSource(names = {"START_MENU", "PARTY_CHOOSE", "BAG_INPUT"})
  void activeTasksAreKnownByTheirFunctions(Routine routine) {
    long task = PROFILE.at(Symbol.TASKS) + 3 * 0x28;
    ram.u32(task, PROFILE.of(routine));
    assertThat(ram.field().tasks()).isEmpty();
    ram.u8(task + 4, 1);

    assertThat(ram.field().tasks()).containsExactly(routine);
  }

  @Test
  void everyOrderOfTheSecretBlocksIsDecrypted() {
    for (long personality = 0; personality < 24; personality++) {
      TestMemory memory =
          new TestMemory().monster(0, 0xABCD0000L / 24 * 24 + personality, 77, 258, 20);
      memory.u8(PROFILE.at(Symbol.PARTY_COUNT), 1);

      Monster monster = memory.view().party().getFirst();

      assertThat(monster.intact()).as("order %d", personality).isTrue();
      assertThat(monster.species()).isEqualTo(258);
      assertThat(monster.name()).isEqualTo("Aa");
      assertThat(monster.moves()).containsExactly(new Move(1, 33, 35), new Move(2, 45, 40));
      assertThat(monster.canFight()).isTrue();
    }
  }

  @Test
  void tornMonsterIsSeenByItsChecksum() {
    ram.monster(0, 12345, 77, 258, 20).u8(PROFILE.at(Symbol.PARTY_COUNT), 1);
    long secret = PROFILE.at(Symbol.PARTY) + 40;
    ram.u8(secret, ram.memory().u8(secret) ^ 1);

    assertThat(ram.view().party().getFirst().intact()).isFalse();
  }

  @Test
  void battleIsDecodedFromBothSides() {
    ram.u8(PROFILE.at(Symbol.MAIN) + 0x439, 2).u32(PROFILE.at(Symbol.BATTLE_TYPE), 12);
    long foe = PROFILE.at(Symbol.BATTLE_MONS) + 0x58;
    ram.u16(foe, 261).u16(foe + 40, 14).u16(foe + 44, 20).u8(foe + 42, 3);
    ram.u16(foe + 12, 33).u8(foe + 36, 9);
    ram.u8(PROFILE.at(Symbol.ACTION_CURSOR), 3).u8(PROFILE.at(Symbol.MOVE_CURSOR), 2);

    Battle battle = ram.view().battle();

    assertThat(battle).isNotNull();
    assertThat(battle.trainer()).isTrue();
    assertThat(battle.isDouble()).isFalse();
    assertThat(battle.actionCursor()).isEqualTo(Battle.RUN);
    assertThat(battle.moveCursor()).isEqualTo(2);
    assertThat(battle.foe().hp()).isEqualTo(14);
    assertThat(battle.foe().moves()).containsExactly(new Move(1, 33, 9));
    assertThat(battle.fighters()).hasSize(2);
  }

  @Test
  void bagIsDecryptedByTheKeyOfTheSecondSaveBlock() {
    long key = 0x1234ABCDL;
    ram.u32(TestMemory.BLOCKS.second() + 172, key);
    long balls = TestMemory.BLOCKS.first() + 1616;
    ram.u16(balls, 4).u16(balls + 2, 5 ^ 0xABCD);
    ram.u32(TestMemory.BLOCKS.first() + 1168, 3000 ^ key);

    Bag bag = ram.view().bag();

    assertThat(bag.in(Pocket.balls)).containsExactly(new Stack(4, 5));
    assertThat(bag.in(Pocket.items)).isEmpty();
    assertThat(bag.place(Pocket.balls, 4)).isZero();
    assertThat(bag.place(Pocket.items, 4)).isEqualTo(-1);
    assertThat(bag.money()).isEqualTo(3000);
  }

  @Test
  void badgesAreEightFlagsInARow() {
    long flags = TestMemory.BLOCKS.first() + 4720 + 0x867 / 8;
    ram.u8(flags, 0x80).u8(flags + 1, 0x41);

    assertThat(ram.view().badges()).isEqualTo(0b10000011);
    assertThat(ram.view().badgeCount()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "1, 0, 1", "0, 2, 1", "3, 2, 2", "3, 0xFD, 1"})
  void bagStandsBelowWhatTheStartMenuHasAlready(int party, String flags, int place) {
    for (int i = 0; i < party; i++) {
      ram.monster(i, 24 + i, 77, 258, 20);
    }
    ram.u8(PROFILE.at(Symbol.PARTY_COUNT), party);
    ram.u8(TestMemory.BLOCKS.first() + 4720 + 0x861 / 8, Integer.decode(flags));

    assertThat(ram.view().startMenuBag()).isEqualTo(place);
  }

  @Test
  void cursorsOfBagAndPartyAreRead() {
    ram.u8(PROFILE.at(Symbol.PARTY_MENU) + 9, 7);
    long bag = PROFILE.at(Symbol.BAG_POSITION);
    ram.u8(bag + 5, 1).u16(bag + 8 + 2, 3).u16(bag + 0x12 + 2, 4);
    ram.u8(PROFILE.at(Symbol.BATTLE_PARTY_ORDER), 0x10)
        .u8(PROFILE.at(Symbol.BATTLE_PARTY_ORDER) + 1, 0x23)
        .u8(PROFILE.at(Symbol.BATTLE_PARTY_ORDER) + 2, 0x45);

    GameView view = ram.view();

    assertThat(view.partyCursor()).isEqualTo(7);
    assertThat(view.bagPocket()).isEqualTo(Pocket.balls);
    assertThat(view.bagPlace()).isEqualTo(7);
    assertThat(view.battleOrder()).containsExactly(1, 0, 2, 3, 4, 5);
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = true,
      value = {
        "C2BFC6C6C9AB FF,               HELLO!",
        "BBFEBCFF,                      A|B",
        "BBFBBCFABDFF,                  A|B|C",
        "FC0104BBFC07BCFF,              AB", // a colour, and a reset without arguments
        "FC04010203BBFF,                A", // three arguments
        "FD01BBFF,                      {1}A",
        "BB00D5FF,                      A a",
        "A1A2FF,                        01",
        "BB,                            A", // no end
        "BBFC,                          A" // cut in a control code
      })
  void gamesTextIsOurs(String hex, String text) {
    assertThat(GameText.decode(HexFormat.of().parseHex(hex.replace(" ", ""))))
        .isEqualTo(text.replace('|', '\n'));
  }

  @Test
  void textOfTheOpenBoxIsToldAndNoOther() {
    long text = PROFILE.at(Symbol.FIELD_TEXT);
    ram.u8(text, 0xBB).u8(text + 1, 0xFF);
    assertThat(ram.view().text()).isNull();
    ram.u8(PROFILE.at(Symbol.MESSAGE_BOX_MODE), 2);

    assertThat(ram.view().text()).isEqualTo("A");
    assertThat(GameStates.of(ram.view()).text()).isEqualTo("A");
  }

  @Test
  void stateListsTheNearestObjectsFirst() {
    ram.object(2, 1, 20, 7).object(5, 0x101, 9, 7);

    GameState state = GameStates.of(ram.view());

    assertThat(state.nearby()).extracting(GameState.Npc::id).containsExactly(5, 2);
    assertThat(state.nearby().getFirst().frozen()).isTrue();
    assertThat(state.map()).isEqualTo("0.1");
    assertThat(state.mode()).isEqualTo(Mode.field);
  }

  @Test
  void placeThatWasNotReadIsABug() {
    assertThatThrownBy(() -> Memory.of(0x02000000, new byte[4]).u32(0x02000001))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
