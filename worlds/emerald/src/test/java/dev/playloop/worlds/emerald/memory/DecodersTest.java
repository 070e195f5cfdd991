package dev.playloop.worlds.emerald.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.emerald.game.Actor;
import dev.playloop.worlds.emerald.game.Bag;
import dev.playloop.worlds.emerald.game.Bag.Stack;
import dev.playloop.worlds.emerald.game.Battle;
import dev.playloop.worlds.emerald.game.Direction;
import dev.playloop.worlds.emerald.game.GameStates;
import dev.playloop.worlds.emerald.game.MapId;
import dev.playloop.worlds.emerald.game.Monster;
import dev.playloop.worlds.emerald.game.Move;
import dev.playloop.worlds.emerald.game.Player;
import dev.playloop.worlds.emerald.game.Tile;
import dev.playloop.worlds.emerald.model.GameState;
import dev.playloop.worlds.emerald.model.GameState.Mode;
import dev.playloop.worlds.emerald.model.GameState.Walks;
import dev.playloop.worlds.emerald.model.Pocket;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
