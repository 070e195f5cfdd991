package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.TestRom.Tile;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The bag: opened from the start menu or in a battle, and what is chosen from it.
abstract class BagScenarios<R extends Rig> extends MenuScenarios<R> {
  @Test
  void bagIsOpenedFromTheStartMenu() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    JsonNode output = done("select_bag", "{\"pocket\":\"berries\"}");

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("opened");
    assertThat(output.path("mode").asString()).isEqualTo("bag");
    assertThat(output.path("pocket").asString()).isEqualTo("berries");
    JsonNode other = done("select_bag", "{\"pocket\":\"items\",\"item\":22}");
    assertThat(other.path("outcome").asString()).as("%s", other).isEqualTo("chosen");
  }

  @Test
  void ballIsThrownFromTheBagInABattle() {
    rom.catching(Rule.ALWAYS);
    done();
    wildBattle();
    JsonNode output = done("select_bag", "{\"pocket\":\"balls\",\"item\":4,\"use\":true}");

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("used_item");
    assertThat(output.path("battle_result").asString("")).as("%s", output).isEqualTo("caught");
  }

  @Test
  void potionAsksForAMonster() {
    rom.monster(0, 3, 0);
    done();
    wildBattle();
    JsonNode output = done("select_bag", "{\"pocket\":\"items\",\"item\":13,\"use\":true}");

    assertThat(output.path("outcome").asString())
        .as("%s", output)
        .isEqualTo("choose_a_monster_for_it");
    done("press_buttons", "{\"buttons\":[\"A\"]}");
    toMenu("action");
    assertThat(look().at("/party/0/hp").asInt()).isGreaterThan(3);
  }

  @Test
  void whatIsNotInTheBagIsNotChosen() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);

    ActionError error = refused("select_bag", "{\"pocket\":\"balls\",\"item\":13}");
    assertThat(error.code()).isEqualTo("no_such_item");
    assertThat(error.message()).contains("4 (x10)");
    assertThat(refused("select_bag", "{\"item\":13}").field()).isEqualTo("pocket");
    assertThat(refused("select_bag", "{\"use\":true}").field()).isEqualTo("item");
    assertThat(refused("select_bag", "{\"pocket\":\"socks\"}").field()).isEqualTo("pocket");
  }
}
