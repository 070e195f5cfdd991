package dev.playloop.worlds.emerald.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.worlds.emulator.GamePlaces;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.machine.Key;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What the watcher tells of a battle, and of what it brings.
class WatchedBattleTest extends Watched {
  private static final long OWN_HP = 0x0202_4084L + 0x28;

  @Test
  void battleIsToldFromItsStartToItsOutcome() {
    poll();
    wildBattle();
    JsonNode started = data(all, Happenings.BATTLE_STARTED);
    assertThat(started.path("trainer").asBoolean(true)).isFalse();
    assertThat(started.path("foe").path("name").asString("")).isEqualTo("MOTH");
    rom.running(Rule.ALWAYS);
    mailed();
    press(Key.RIGHT);
    press(Key.DOWN);
    press(Key.A);
    List<WorldEvent> end = until(Happenings.BATTLE_ENDED);
    assertThat(data(end, Happenings.BATTLE_ENDED).path("outcome").asString("")).isEqualTo("ran");
    assertThat(kinds(all)).containsOnlyOnce(Happenings.BATTLE_STARTED, Happenings.BATTLE_ENDED);
    assertThat(kinds(all)).doesNotContain(Happenings.BLACKED_OUT);
  }

  @Test
  void eachTurnOfABattleWaitsAnewEvenWhenNobodyLookedInBetween() {
    poll();
    wildBattle();
    int before = waitings();
    press(Key.A);
    press(Key.A);
    for (int i = 0; i < 200; i++) {
      press(Key.B);
    }
    poll();
    assertThat(waitings()).isEqualTo(before + 1);
    poll();
    assertThat(waitings()).isEqualTo(before + 1);
  }

  private int waitings() {
    return (int) kinds(all).stream().filter(Happenings.MENU_WAITING::equals).count();
  }

  @Test
  void lostBattleBlacksOut() {
    rom.monster(1, 0, 0);
    mailed();
    to(GamePlaces.HOUSE_FRONT, Facing.SOUTH);
    poll();
    wildBattle();
    rom.running(Rule.NEVER);
    mailed();
    emulator.write16(OWN_HP, 1);
    press(Key.RIGHT);
    press(Key.DOWN);
    for (int i = 0; i < MANY && !kinds(all).contains(Happenings.BLACKED_OUT); i++) {
      press(Key.A);
      poll();
    }
    assertThat(data(all, Happenings.BATTLE_ENDED).path("outcome").asString("")).isEqualTo("lost");
    assertThat(kinds(all)).containsOnlyOnce(Happenings.BLACKED_OUT, Happenings.MAP_ENTERED);
  }

  @Test
  void caughtMonsterChangesTheParty() {
    poll();
    wildBattle();
    rom.catching(Rule.ALWAYS);
    mailed();
    press(Key.RIGHT);
    press(Key.A);
    emulator.frames(20);
    press(Key.RIGHT);
    press(Key.A);
    press(Key.A);
    List<WorldEvent> told = until(Happenings.BATTLE_ENDED);
    assertThat(data(told, Happenings.BATTLE_ENDED).path("outcome").asString(""))
        .isEqualTo("caught");
    assertThat(kinds(all)).containsOnlyOnce(Happenings.PARTY_CHANGED);
    assertThat(data(all, Happenings.PARTY_CHANGED).path("party").size()).isEqualTo(4);
  }

  @Test
  void badgeIsToldWhenItIsWonAndNotWhenItIsLostByAReset() {
    byte[] without = emulator.save();
    poll();
    rom.flag(0x867, true);
    mailed();
    List<WorldEvent> told = poll();
    assertThat(data(told, Happenings.BADGE_WON).path("badge").asInt(0)).isEqualTo(1);
    emulator.restore(without);
    assertThat(kinds(poll())).containsExactly("state");
  }
}
