package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.emulator.TestEmulator;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.TestRom.Tile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What a successor finds out about an action of a battle, a bag or a bike from the game alone.
class ReconcilerTest extends Scenarios<TestRig> {
  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.start());
  }

  private void battle() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    rom.wildBattle();
    rig.frames(140);
    for (int i = 0; i < 10; i++) {
      if (done("look", "{}").at("/battle/menu").asString("").equals("action")) {
        return;
      }
      done("press_buttons", "{\"buttons\":[\"A\"]}");
      rig.frames(90);
    }
    throw new AssertionError("no menu");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "select_move,    `{\"slot\":1}`",
        "select_move,    `{\"slot\":4}`",
        "switch_pokemon, `{\"slot\":2}`",
        "select_run,     `{}`",
        "select_bag,     `{\"pocket\":\"balls\",\"item\":4,\"use\":true}`"
      })
  void whatWasNeverBegunIsNotDone(String tool, String args) throws Exception {
    battle();
    Action action = call(tool, args);
    JsonNode before = actions.prepare(action);
    restarted();
    rig.frames(400);
    int presses = rom.presses();
    ActionResult found = actions.reconcile(action, before);

    assertThat(found.status()).as("%s", found).isEqualTo(Status.FAILED);
    assertThat(error(found).code()).isEqualTo("not_done");
    assertThat(rom.presses()).isEqualTo(presses);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "select_move,    `{\"slot\":1}`",
        "select_move,    `{\"slot\":4}`",
        "switch_pokemon, `{\"slot\":2}`",
        "select_run,     `{}`"
      })
  void whatWasDoneIsFound(String tool, String args) throws Exception {
    rom.running(Rule.ALWAYS);
    done();
    battle();
    Action action = call(tool, args);
    JsonNode before = actions.prepare(action);
    perform(action, () -> {});
    if (tool.equals("select_run")) {
      done("press_buttons", "{\"buttons\":[\"A\"]}");
      rig.frames(120);
    }
    restarted();
    ActionResult found = actions.reconcile(action, before);

    assertThat(found.status()).as("%s", found).isEqualTo(Status.DONE);
    assertThat(found.output()).isNotNull();
    assertThat(found.output().path("found_afterwards").asBoolean()).isTrue();
  }

  @Test
  void failedFlightIsNoneThatCanBeTold() throws Exception {
    rom.running(Rule.NEVER);
    done();
    battle();
    Action action = call("select_run", "{}");
    JsonNode before = actions.prepare(action);
    perform(action, () -> {});
    restarted();

    assertThat(actions.reconcile(action, before).status()).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void openedBagIsFound() throws Exception {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    Action action = call("select_bag", "{\"pocket\":\"balls\"}");
    JsonNode before = actions.prepare(action);
    assertThat(error(actions.reconcile(action, before)).code()).isEqualTo("not_done");
    perform(action, () -> {});
    restarted();

    assertThat(actions.reconcile(action, before).status()).isEqualTo(Status.DONE);
  }

  @Test
  void withoutThePreStateNothingIsKnown() throws Exception {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);

    assertThat(actions.reconcile(call("navigate", path(6, 10)), null).status())
        .isEqualTo(Status.UNKNOWN);
  }
}
