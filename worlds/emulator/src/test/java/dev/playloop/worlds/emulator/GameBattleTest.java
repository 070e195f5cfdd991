package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.machine.Key;
import org.junit.jupiter.api.Test;

/// Every path through a battle, by its menus and to each of its ends.
class GameBattleTest extends GameBattle {
  private static final int PP = 0x24;
  private static final int MON = 100;

  private int moveCursor() {
    return play.u8(0x0202_44B0L);
  }

  private long personality(int slot) {
    return Integer.toUnsignedLong(play.u32(PARTY + (long) slot * MON));
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
