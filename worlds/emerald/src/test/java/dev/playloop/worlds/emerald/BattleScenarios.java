package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.TestRom.Tile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Menus of a battle and of the party. Which menu waits and where its cursor stands is the game's
/// word.
abstract class BattleScenarios<R extends Rig> extends MenuScenarios<R> {
  @Test
  void moveIsChosenByWhatTheCursorReads() {
    wildBattle();
    JsonNode before = look();
    JsonNode output = done("select_move", "{\"slot\":4}");

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("used_move");
    assertThat(output.path("change").path("foe_hp").asInt(0)).isNegative();
    JsonNode after = look();
    assertThat(before.at("/battle/moves/3/pp").asInt() - after.at("/battle/moves/3/pp").asInt())
        .isEqualTo(1);
    assertThat(after.at("/battle/moves/0/pp")).isEqualTo(before.at("/battle/moves/0/pp"));
  }

  @ParameterizedTest
  @CsvSource({"4, 1", "4, 2", "4, 3", "3, 2", "2, 3", "1, 4"})
  void everySlotIsReachedFromEveryOther(int first, int second) {
    rom.powerPoints(0, 2, 35);
    done();
    wildBattle();
    for (int slot : new int[] {first, second}) {
      rom.foeHealth(200);
      done();
      toMenu("action");
      String pointer = "/battle/moves/" + (slot - 1) + "/pp";
      int before = look().at(pointer).asInt();

      JsonNode output = done("select_move", "{\"slot\":" + slot + "}");

      assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("used_move");
      assertThat(look().at(pointer).asInt()).as("slot %d", slot).isEqualTo(before - 1);
    }
  }

  @Test
  void moveWithoutPpIsRefusedWithTheOthers() {
    wildBattle();
    ActionError error = refused("select_move", "{\"slot\":3}");

    assertThat(error.code()).isEqualTo("no_pp");
    assertThat(error.field()).isEqualTo("slot");
    assertThat(error.message()).contains("slot 4");
  }

  @Test
  void emptySlotIsRefused() {
    rom.monster(0, 0, 0); // the second one fights, and knows two moves
    done();
    wildBattle();

    assertThat(refused("select_move", "{\"slot\":3}").code()).isEqualTo("no_such_move");
    assertThat(refused("select_move", "{\"slot\":5}").field()).isEqualTo("slot");
    assertThat(refused("select_move", "{\"slot\":1,\"target\":2}").code())
        .isEqualTo("not_a_double_battle");
  }

  @Test
  void whoHasNoPpAtAllStruggles() {
    for (int move = 0; move < 4; move++) {
      rom.powerPoints(0, move, 0);
      done();
    }
    wildBattle();
    JsonNode output = done("select_move", "{\"slot\":1}");

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("used_move");
    assertThat(output.path("text").asString("")).contains("no");
  }

  @Test
  void battleToolsNeedABattle() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);

    assertThat(refused("select_move", "{\"slot\":1}").code()).isEqualTo("not_in_battle");
    assertThat(refused("select_run", "{}").code()).isEqualTo("not_in_battle");
    assertThat(refused("switch_pokemon", "{\"slot\":2}").code()).isEqualTo("not_in_battle");
  }

  @Test
  void battleToolsWaitForNoMenuThatIsNotThere() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    rom.wildBattle();
    rig.frames(140);

    ActionError error = refused("select_move", "{\"slot\":1}");
    assertThat(error.code()).isEqualTo("not_waiting_for_input");
    assertThat(error.message()).contains("text or an animation");
    assertThat(refused("navigate", path(5, 11)).code()).isIn("in_battle", "busy");
  }

  @Test
  void walkingInABattleIsRefused() {
    wildBattle();

    assertThat(refused("navigate", path(5, 11)).code()).isEqualTo("in_battle");
    assertThat(refused("hold_buttons", "{\"button\":\"Right\",\"duration\":100}").code())
        .isEqualTo("controls_locked");
    assertThat(refused("stun_npc", "{\"id\":1}").code()).isEqualTo("controls_locked");
  }

  @Test
  void runningAwayEndsTheBattle() {
    rom.running(Rule.ALWAYS);
    done();
    wildBattle();
    JsonNode output = done("select_run", "{}");

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("escaped");
    done("press_buttons", "{\"buttons\":[\"A\"]}");
    rig.frames(90);
    assertThat(look().path("mode").asString()).isEqualTo("field");
  }

  @Test
  void runningAwayMayFailAndCostsATurn() {
    rom.running(Rule.NEVER);
    done();
    wildBattle();
    JsonNode output = done("select_run", "{}");

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("tried_to_run");
    assertThat(output.path("text").asString()).contains("Can");
    assertThat(output.path("text_waits_for_a").asBoolean()).isTrue();
    toMenu("action");
  }

  @Test
  void nobodyRunsFromATrainer() {
    trainerBattle();

    assertThat(refused("select_run", "{}").code()).isEqualTo("trainer_battle");
  }

  @Test
  void moveMenuIsLeftToRun() {
    rom.running(Rule.ALWAYS);
    done();
    wildBattle();
    done("press_buttons", "{\"buttons\":[\"A\"]}");
    assertThat(menu()).isEqualTo("move");

    assertThat(done("select_run", "{}").path("outcome").asString()).isEqualTo("escaped");
  }

  @Test
  void anotherMonsterIsSentOut() {
    wildBattle();
    JsonNode output = done("switch_pokemon", "{\"slot\":2}");

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("switched");
    assertThat(output.at("/battle/own/name").asString()).isEqualTo("PEBBLE");
    assertThat(output.at("/battle/menu").asString()).isEqualTo("action");
    JsonNode back = done("switch_pokemon", "{\"slot\":1}");
    assertThat(back.at("/battle/own/name").asString()).as("%s", back).isEqualTo("LEAFY");
  }

  @Test
  void faintedActiveAndMissingMonstersAreNotSentOut() {
    wildBattle();

    ActionError fainted = refused("switch_pokemon", "{\"slot\":3}");
    assertThat(fainted.code()).isEqualTo("fainted");
    assertThat(fainted.message()).contains("CINDER");
    assertThat(refused("switch_pokemon", "{\"slot\":1}").code()).isEqualTo("already_fights");
    assertThat(refused("switch_pokemon", "{\"slot\":4}").code()).isEqualTo("empty_slot");
    assertThat(refused("switch_pokemon", "{\"slot\":7}").field()).isEqualTo("slot");
  }

  @Test
  void forcedChoiceAfterAFaintIsMade() {
    rom.monster(0, 1, 0);
    done();
    wildBattle();
    for (int i = 0; i < 8 && !menu().equals("party"); i++) {
      if (menu().equals("action")) {
        rom.foeHealth(200);
        done();
        done("select_move", "{\"slot\":2}");
      } else {
        done("press_buttons", "{\"buttons\":[\"A\"]}");
        rig.frames(60);
      }
    }
    assertThat(menu()).isEqualTo("party");
    JsonNode party = look().path("party");
    int slot = 1;
    while (!party.get(slot - 1).path("name").asString().equals("PEBBLE")) {
      slot++;
    }

    JsonNode output = done("switch_pokemon", "{\"slot\":" + slot + "}");

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("switched");
    assertThat(output.at("/battle/own/name").asString()).isEqualTo("PEBBLE");
  }

  @Test
  void battleIsWonMoveByMove() {
    wildBattle();
    rom.foeHealth(1);
    done();
    JsonNode output = done("select_move", "{\"slot\":1}");

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("used_move");
    for (int i = 0; i < MOST_TEXTS && !look().path("mode").asString().equals("field"); i++) {
      done("press_buttons", "{\"buttons\":[\"A\"]}");
      rig.frames(60);
    }
    assertThat(look().path("mode").asString()).isEqualTo("field");
  }
}
