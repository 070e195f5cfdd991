package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.TestRom.Places;
import dev.playloop.worlds.emulator.TestRom.Rule;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Every path through a battle, by its menus and to each of its ends.
class GameBattleTest {
  private static final int HP = 0x28;
  private static final int PP = 0x24;
  private static final int ACTIVE = 0x0202_406E;
  private static final long PARTY = 0x0202_44ECL;
  private static final int MON = 100;
  private static final int BADGE = 0x867;

  private Play play;

  @BeforeEach
  void start() {
    play = new Play(new ThumbMachine(Roms.bundled()));
  }

  private void wild() {
    play.rom().wildBattle();
    play.mailed();
    play.until("battle", () -> play.callback() == Play.BATTLE);
    play.through("action menu", Play.ACTION_MENU);
  }

  private void trainer() {
    play.rom().trainerBattle();
    play.mailed();
    play.until("battle", () -> play.callback() == Play.BATTLE);
    play.through("action menu", Play.ACTION_MENU);
  }

  private int cursor() {
    return play.u8(0x0202_44ACL);
  }

  private int moveCursor() {
    return play.u8(0x0202_44B0L);
  }

  private long personality(int slot) {
    return Integer.toUnsignedLong(play.u32(PARTY + (long) slot * MON));
  }

  /// Moves the action cursor, which does not wrap, and presses A.
  private void choose(int action) {
    play.tap((action & 1) != 0 ? Key.RIGHT : Key.LEFT);
    play.tap((action & 2) != 0 ? Key.DOWN : Key.UP);
    assertThat(cursor()).isEqualTo(action);
    play.tap(Key.A);
  }

  private void textUntilField() {
    for (int i = 0; i < 400 && play.inBattle(); i++) {
      play.tap(Key.B);
    }
    play.until("field", () -> play.callback() == Play.OVERWORLD && !play.locked());
  }

  @Test
  void movesAndPointsAreInBothPlaces() {
    wild();
    assertThat(play.u8(0x0300_5D78L)).isEqualTo(4);
    choose(0);
    play.until("move menu", () -> play.controller() == Play.MOVE_MENU);
    int foe = play.foe(HP);
    play.tap(Key.A);
    play.through("action menu", Play.ACTION_MENU);
    assertThat(play.own(PP) & 0xFF).isEqualTo(34);
    assertThat(play.foe(HP)).isLessThan(foe);
    assertThat(cursor()).as("the cursor is remembered").isZero();
  }

  @Test
  void moveWithoutPointsIsRefusedWithATextThatWaits() {
    wild();
    choose(0);
    play.tap(Key.DOWN);
    assertThat(moveCursor()).isEqualTo(2);
    int foe = play.foe(HP);
    play.tap(Key.A);
    play.idle(200);
    assertThat(play.controller()).as("waits for a button").isEqualTo(Play.TEXT);
    assertThat(play.own(PP + 2) & 0xFF).isZero();
    assertThat(play.foe(HP)).isEqualTo(foe);
    play.tap(Key.A);
    assertThat(play.controller()).isEqualTo(Play.MOVE_MENU);
    play.tap(Key.B);
    assertThat(play.controller()).isEqualTo(Play.ACTION_MENU);
  }

  @Test
  void emptyMoveSlotCannotBeReached() {
    wild();
    switchTo();
    assertThat(play.u8(0x0300_5D78L)).isEqualTo(2);
    choose(0);
    play.tap(Key.DOWN);
    assertThat(moveCursor()).isZero();
    play.tap(Key.RIGHT);
    play.tap(Key.DOWN);
    assertThat(moveCursor()).isEqualTo(1);
  }

  /// Brings PEBBLE in.
  private void switchTo() {
    choose(2);
    play.until("party", () -> play.callback() == Play.PARTY_SCREEN);
    play.tap(Key.DOWN);
    play.tap(Key.A);
    play.tap(Key.A);
    play.until("battle", () -> play.callback() == Play.BATTLE);
    play.through("action menu", Play.ACTION_MENU);
    assertThat(play.u16(ACTIVE)).isEqualTo(1);
  }

  @Test
  void partyMenuRefusesTheActiveAndTheFainted() {
    wild();
    choose(2);
    play.until("party", () -> play.callback() == Play.PARTY_SCREEN);
    assertThat(play.controller()).isEqualTo(Play.WAITS_FOR_PARTY);
    for (int slot : new int[] {0, 2}) {
      play.tap(Key.A);
      assertThat(play.task()).isEqualTo(Play.TASK_SUBMENU);
      play.tap(Key.A);
      assertThat(play.task()).isNotIn(Play.TASK_SUBMENU, Play.TASK_PARTY);
      play.idle(80);
      play.tap(Key.A);
      assertThat(play.task()).isEqualTo(Play.TASK_PARTY);
      assertThat(play.u8(0x0203_CED1L)).isEqualTo(slot);
      play.tap(Key.DOWN);
      play.tap(Key.DOWN);
    }
    play.tap(Key.B);
    play.through("action menu", Play.ACTION_MENU);
    assertThat(play.u16(ACTIVE)).isZero();
  }

  @Test
  void partyLiesInTheOrderOfTheMenuWhileItIsOpen() {
    long first = personality(0);
    long second = personality(1);
    wild();
    switchTo();
    choose(2);
    play.until("party", () -> play.callback() == Play.PARTY_SCREEN);
    assertThat(personality(0)).isEqualTo(second);
    assertThat(personality(1)).isEqualTo(first);
    assertThat(play.u8(0x0203_CF00L)).isEqualTo(0x10);
    play.tap(Key.B);
    play.through("action menu", Play.ACTION_MENU);
    assertThat(personality(0)).isEqualTo(first);
    assertThat(personality(1)).isEqualTo(second);
  }

  @Test
  void potionHealsAndCostsTheTurn() {
    play.rom().monster(0, 5, 0);
    play.mailed();
    wild();
    choose(1);
    play.until("bag", () -> play.callback() == Play.BAG_SCREEN);
    assertThat(play.controller()).isEqualTo(Play.WAITS_FOR_BAG);
    play.tap(Key.A);
    assertThat(play.task()).isEqualTo(Play.TASK_ITEM);
    play.tap(Key.A);
    play.until("party", () -> play.callback() == Play.PARTY_SCREEN);
    play.tap(Key.A);
    play.until("battle", () -> play.callback() == Play.BATTLE);
    play.through("action menu", Play.ACTION_MENU);
    assertThat(play.own(HP)).isBetween(10, 20);
    assertThat((play.u16(play.save1() + 1378) ^ play.key()) & 0xFFFF).isEqualTo(4);
  }

  private void throwBall() {
    choose(1);
    play.until("bag", () -> play.callback() == Play.BAG_SCREEN);
    play.tap(Key.RIGHT);
    assertThat(play.u8(0x0203_CE5DL)).isEqualTo(1);
    play.tap(Key.A);
    play.tap(Key.A);
  }

  @Test
  void ballCatchesOrFailsByRule() {
    play.rom().catching(Rule.NEVER);
    play.mailed();
    wild();
    throwBall();
    play.through("action menu", Play.ACTION_MENU);
    play.rom().catching(Rule.ALWAYS);
    play.mailed();
    choose(1);
    play.until("bag", () -> play.callback() == Play.BAG_SCREEN);
    assertThat(play.u8(0x0203_CE5DL)).as("the pocket is remembered").isEqualTo(1);
    play.tap(Key.A);
    play.tap(Key.A);
    textUntilField();
    assertThat(play.outcome()).isEqualTo(7);
    assertThat(play.u8(0x0202_44E9L)).isEqualTo(4);
  }

  @Test
  void trainerBlocksTheBall() {
    trainer();
    throwBall();
    play.through("action menu", Play.ACTION_MENU);
    assertThat(play.outcome()).isZero();
  }

  @Test
  void runningFailsAndSucceedsByRuleAndIsRefusedByATrainer() {
    play.rom().running(Rule.NEVER);
    play.mailed();
    wild();
    choose(3);
    play.through("action menu", Play.ACTION_MENU);
    assertThat(play.own(HP)).as("the turn was lost").isLessThanOrEqualTo(20);
    assertThat(cursor()).isEqualTo(3);
    play.rom().running(Rule.ALWAYS);
    play.mailed();
    play.tap(Key.A);
    textUntilField();
    assertThat(play.outcome()).isEqualTo(4);
    trainer();
    choose(3);
    play.through("action menu", Play.ACTION_MENU);
    assertThat(play.inBattle()).isTrue();
    assertThat(play.outcome()).isZero();
  }

  @Test
  void firstVictoryTeachesAMoveWhenYesIsChosen() {
    wild();
    play.rom().foeHealth(1);
    play.mailed();
    choose(0);
    play.tap(Key.A);
    play.through("yes or no", Play.YES_NO);
    play.tap(Key.A);
    textUntilField();
    assertThat(play.outcome()).isEqualTo(1);
    wild();
    assertThat(play.own(0x0E)).isEqualTo(71);
    assertThat(play.u8(0x0202_4084L + 0x2A)).as("level").isEqualTo(6);
  }

  @Test
  void moveIsNotLearnedWhenBAnswers() {
    wild();
    play.rom().foeHealth(1);
    play.mailed();
    choose(0);
    play.tap(Key.A);
    play.through("yes or no", Play.YES_NO);
    play.idle(300);
    assertThat(play.controller()).isEqualTo(Play.YES_NO);
    play.tap(Key.B);
    textUntilField();
    wild();
    assertThat(play.own(0x0E)).isEqualTo(45);
  }

  @Test
  void beatenTrainerGivesTheBadgeAfterTwoMonsters() {
    trainer();
    for (int i = 0; i < 2; i++) {
      play.rom().foeHealth(1);
      play.mailed();
      choose(0);
      play.tap(Key.A);
      if (i == 0) {
        play.through("yes or no", Play.YES_NO);
        play.tap(Key.B);
        play.through("action menu", Play.ACTION_MENU);
        assertThat(play.u16(ACTIVE + 2)).isEqualTo(1);
      }
    }
    textUntilField();
    assertThat(play.flag(BADGE)).isTrue();
    assertThat(play.u8(play.save1() + 0x137C) >> 7).isEqualTo(1);
    assertThat(play.u32(play.save1() + 1168) ^ play.key()).isEqualTo(3500);
  }

  /// Lets the foe bring the active monster down.
  private void faint() {
    play.machine().write(0x0202_4084L + HP, new byte[] {1, 0});
    play.rom().running(Rule.NEVER);
    play.mailed();
    for (int i = 0; i < 10 && play.own(HP) > 0; i++) {
      choose(3);
      play.until("foe's turn", () -> play.controller() != Play.ACTION_MENU);
      for (int j = 0; j < 60 && play.own(HP) > 0 && play.controller() != Play.ACTION_MENU; j++) {
        play.tap(Key.B);
      }
    }
    assertThat(play.own(HP)).isZero();
  }

  @Test
  void switchAfterAFaintIsForced() {
    wild();
    faint();
    for (int i = 0; i < 40 && play.callback() != Play.PARTY_SCREEN; i++) {
      play.tap(Key.B);
    }
    assertThat(play.controller()).isEqualTo(Play.WAITS_FOR_PARTY);
    play.tap(Key.B);
    play.idle(30);
    assertThat(play.callback()).as("B does not close it").isEqualTo(Play.PARTY_SCREEN);
    play.tap(Key.DOWN);
    play.tap(Key.A);
    play.tap(Key.A);
    play.through("action menu", Play.ACTION_MENU);
    assertThat(play.u16(ACTIVE)).isEqualTo(1);
  }

  @Test
  void lostBattleEndsInTheRoomHealed() {
    play.to(Places.HOUSE_FRONT, TestRom.Facing.SOUTH);
    play.rom().monster(1, 0, 0);
    play.mailed();
    wild();
    faint();
    textUntilField();
    assertThat(play.outcome()).isEqualTo(2);
    assertThat(play.at()).isEqualTo(Places.BED);
    assertThat(play.u16(PARTY + 86)).isEqualTo(play.u16(PARTY + 88));
    assertThat(play.u32(play.save1() + 1168) ^ play.key()).isEqualTo(1500);
  }

  @Test
  void partyDataCarriesTheChecksumOfItsPlainWords() {
    for (int slot = 0; slot < 3; slot++) {
      long mon = PARTY + (long) slot * MON;
      int key = play.u32(mon) ^ play.u32(mon + 4);
      int sum = 0;
      for (int i = 0; i < 12; i++) {
        int word = play.u32(mon + 32 + 4L * i) ^ key;
        sum += (word & 0xFFFF) + (word >>> 16);
      }
      assertThat(sum & 0xFFFF).isEqualTo(play.u16(mon + 28));
    }
  }
}
