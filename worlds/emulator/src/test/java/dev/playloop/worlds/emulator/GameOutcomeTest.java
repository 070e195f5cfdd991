package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.machine.Key;
import org.junit.jupiter.api.Test;

/// How battles of the test game end, and what they leave.
class GameOutcomeTest extends GameBattle {
  private static final int BADGE = 0x867;

  private void trainer() {
    play.rom().trainerBattle();
    play.mailed();
    play.until("battle", () -> play.callback() == Play.BATTLE);
    play.through("action menu", Play.ACTION_MENU);
  }

  private void textUntilField() {
    for (int i = 0; i < 400 && play.inBattle(); i++) {
      play.tap(Key.B);
    }
    play.until("field", () -> play.callback() == Play.OVERWORLD && !play.locked());
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

  @Test
  void lostBattleEndsInTheRoomHealed() {
    play.to(GamePlaces.HOUSE_FRONT, TestRom.Facing.SOUTH);
    play.rom().monster(1, 0, 0);
    play.mailed();
    wild();
    faint();
    textUntilField();
    assertThat(play.outcome()).isEqualTo(2);
    assertThat(play.at()).isEqualTo(GamePlaces.BED);
    assertThat(play.u16(PARTY + 86)).isEqualTo(play.u16(PARTY + 88));
    assertThat(play.u32(play.save1() + 1168) ^ play.key()).isEqualTo(1500);
  }
}
