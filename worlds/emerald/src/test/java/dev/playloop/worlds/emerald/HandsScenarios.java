package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.emulator.GamePeople;
import dev.playloop.worlds.emulator.GamePlaces;
import dev.playloop.worlds.emulator.Ride;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Tile;
import dev.playloop.worlds.emulator.machine.Key;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Raw buttons, held buttons, and NPCs that are kept still.
abstract class HandsScenarios<R extends Rig> extends Scenarios<R> {
  @Test
  void eachPressIsOnePressOfTheGame() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    int before = rom.presses(Key.A);
    JsonNode output = done("press_buttons", "{\"buttons\":[\"L\",\"L\",\"A\",\"A\",\"A\",\"R\"]}");

    assertThat(rom.presses(Key.A)).isEqualTo(before + 3);
    assertThat(rom.presses(Key.L)).isEqualTo(2);
    assertThat(output.path("presses").asInt()).isEqualTo(6);
  }

  @Test
  void textBoxIsReadAndClosed() {
    stand(new Tile(Area.TOWN, 9, 5), Facing.EAST);
    JsonNode open = done("press_buttons", "{\"buttons\":[\"A\"]}");
    assertThat(open.path("mode").asString()).isEqualTo("text");
    assertThat(open.path("text").asString()).isNotBlank();

    JsonNode box = open;
    for (int i = 0; i < 6 && box.path("mode").asString().equals("text"); i++) {
      rig.frames(150);
      box = done("press_buttons", "{\"buttons\":[\"B\"]}");
    }
    assertThat(box.path("mode").asString()).isEqualTo("field");
  }

  @Test
  void unknownAndMissingButtonsAreRefused() {
    ActionError unknown = refused("press_buttons", "{\"buttons\":[\"A\",\"X\"]}");
    assertThat(unknown.field()).isEqualTo("buttons[1]");
    assertThat(unknown.message()).contains("Start");
    assertThat(refused("press_buttons", "{\"buttons\":[]}").field()).isEqualTo("buttons");
    assertThat(refused("press_buttons", "{}").field()).isEqualTo("buttons");
    assertThat(refused("press_button", "{\"buttons\":[\"A\"]}").code()).isEqualTo("unknown_tool");
  }

  @Test
  void holdingIsForTheMachBike() {
    stand(GamePlaces.RUN_UP, Facing.EAST);
    ActionError onFoot = refused("hold_buttons", "{\"button\":\"Right\",\"duration\":500}");
    assertThat(onFoot.code()).isEqualTo("not_on_mach_bike");
    assertThat(onFoot.message()).contains("on foot");

    rom.ride(Ride.MACH_BIKE);
    done();
    JsonNode held = done("hold_buttons", "{\"button\":\"Right\",\"duration\":1500}");

    assertThat(held.path("held_frames").asInt()).isEqualTo(90);
    assertThat(held.path("still_on_mach_bike").asBoolean()).isTrue();
    assertThat(held.path("x").asInt()).as("%s", held).isGreaterThan(16);
    assertAt(held, "2.0", held.path("x").asInt(), 7);
  }

  @Test
  void holdLastsAsLongAsItSays() {
    stand(new Tile(Area.ROUTE, 3, 2), Facing.EAST);
    rom.ride(Ride.MACH_BIKE);
    done();
    done("hold_buttons", "{\"button\":\"L\",\"duration\":335}");

    assertThat(rom.heldFor()).isEqualTo(20);
    assertThat(refused("hold_buttons", "{\"button\":\"L\",\"duration\":5}").field())
        .isEqualTo("duration");
    assertThat(refused("hold_buttons", "{\"button\":\"Q\",\"duration\":100}").field())
        .isEqualTo("button");
  }

  @Test
  void whoPausesIsStunnedAndStaysUntilReleased() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    JsonNode stunned = done("stun_npc", "{\"id\":" + GamePeople.WANDERER + "}");
    int x = stunned.path("x").asInt();
    int y = stunned.path("y").asInt();
    rig.frames(400);

    JsonNode npc = npc(GamePeople.WANDERER);
    assertThat(npc.path("x").asInt()).isEqualTo(x);
    assertThat(npc.path("y").asInt()).isEqualTo(y);
    assertThat(npc.path("frozen").asBoolean()).isTrue();
    assertThat(rom.softlocked()).isFalse();
    assertThat(refused("stun_npc", "{\"id\":" + GamePeople.WANDERER + "}").code())
        .isEqualTo("already_frozen");

    done("unstun_npc", "{\"id\":" + GamePeople.WANDERER + "}");
    assertThat(npc(GamePeople.WANDERER).path("frozen").asBoolean()).isFalse();
    assertThat(refused("unstun_npc", "{\"id\":" + GamePeople.WANDERER + "}").code())
        .isEqualTo("not_frozen");
  }

  /// It would be frozen inside a step that began while the lease was asked for.
  @Test
  void nobodyIsFrozenInAStepWhateverTheLeaseTakes() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    for (int i = 0; i < 12; i++) {
      rig.frames(3 + i);
      done(call("stun_npc", "{\"id\":" + GamePeople.PATROL + "}"), slowLease());
      assertThat(rom.softlocked()).as("attempt %d", i).isFalse();
      done(call("unstun_npc", "{\"id\":" + GamePeople.PATROL + "}"), slowLease());
    }
  }

  @Test
  void stunnedNpcIsCaughtUpWith() {
    stand(new Tile(Area.TOWN, 8, 9), Facing.EAST);
    JsonNode stunned = done("stun_npc", "{\"id\":" + GamePeople.PATROL + "}");
    int y = stunned.path("y").asInt();
    if (y != 9) {
      assertThat(navigate(9, 9, 10, 9, 10, y).path("outcome").asString()).isEqualTo("arrived");
    } else {
      navigate(9, 9, 10, 9);
    }

    JsonNode npc = npc(GamePeople.PATROL);
    assertThat(npc.path("x").asInt()).isEqualTo(11);
    assertThat(npc.path("y").asInt()).isEqualTo(y);
  }

  @Test
  void nobodyIsStunnedWhileATextIsOpen() {
    stand(new Tile(Area.TOWN, 9, 5), Facing.EAST);
    done("press_buttons", "{\"buttons\":[\"A\"]}");

    ActionError error = refused("stun_npc", "{\"id\":" + GamePeople.WANDERER + "}");
    assertThat(error.code()).isEqualTo("controls_locked");
    assertThat(refused("unstun_npc", "{\"id\":" + GamePeople.WANDERER + "}").code())
        .isEqualTo("controls_locked");
    assertThat(npc(GamePeople.WANDERER).path("frozen").asBoolean()).isTrue();
  }

  @Test
  void nobodyIsStunnedWhileAMenuIsOpen() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    done("press_buttons", "{\"buttons\":[\"Start\"]}");

    assertThat(refused("stun_npc", "{\"id\":" + GamePeople.WANDERER + "}").code())
        .isEqualTo("controls_locked");
    assertThat(refused("navigate", path(5, 11)).code()).isEqualTo("menu_open");
  }

  @Test
  void strangersAndThePlayerAreNotStunned() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);

    assertThat(refused("stun_npc", "{\"id\":99}").field()).isEqualTo("id");
    assertThat(refused("stun_npc", "{\"id\":0}").code()).isEqualTo("own_id");
    ActionError nobody = refused("stun_npc", "{\"id\":9}");
    assertThat(nobody.code()).isEqualTo("no_such_npc");
    assertThat(nobody.message()).contains("1 at (10, 5)");
  }

  @Test
  void sameActionAgainPressesNothing() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    var action = call("press_buttons", "{\"buttons\":[\"L\"]}");
    ActionResult first = perform(action, () -> {});
    int presses = rom.presses();

    assertThat(perform(action, () -> {})).isEqualTo(first);
    assertThat(first.status()).isEqualTo(Status.DONE);
    assertThat(rom.presses()).isEqualTo(presses);
  }

  @Test
  void eachPressAsksTheLeaseFirst() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    done("press_buttons", "{\"buttons\":[\"L\"]}");
    int before = rom.presses();
    int[] asked = {0};

    Throwable thrown =
        org.assertj.core.api.Assertions.catchThrowable(() ->
            actions.perform(
                call("press_buttons", "{\"buttons\":[\"L\",\"R\",\"L\",\"R\"]}"),
                () -> {
                  assertThat(rom.presses()).isEqualTo(before + asked[0]);
                  if (++asked[0] == 3) {
                    throw new TakenOver();
                  }
                }));

    assertThat(thrown).isInstanceOf(TakenOver.class);
    rig.frames(30);
    assertThat(rom.presses()).isEqualTo(before + 2);
  }

  private static final class TakenOver extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void lookTellsTheGroundWithinItsBudget() {
    stand(new Tile(Area.TOWN, 8, 6), Facing.SOUTH);
    JsonNode told = done("look", "{}");

    assertThat(told.toString().length()).isLessThanOrEqualTo(Looking.MAX_BYTES);
    assertThat(told.path("map").asString()).isEqualTo("0.0");
    JsonNode ground = told.path("ground");
    int column = 8 - ground.path("x").asInt();
    int row = 6 - ground.path("y").asInt();
    assertThat(ground.path("rows").get(row).asString().charAt(column)).isEqualTo('@');
    assertThat(ground.path("rows").get(row + 1).asString().charAt(column)).isEqualTo('v');
    assertThat(ground.path("legend").path("v").asString()).contains("ledge");
    assertThat(told.path("party").size()).isEqualTo(3);
    assertThat(told.at("/bag/balls/0/quantity").asInt()).isEqualTo(10);
    assertThat(told.path("money").asInt()).isEqualTo(3000);
    assertThat(told.path("warps").size()).isGreaterThan(0);
  }

  private JsonNode npc(int id) {
    for (JsonNode npc : done("look", "{}").path("nearby")) {
      if (npc.path("id").asInt() == id) {
        return npc;
      }
    }
    throw new AssertionError("no NPC " + id);
  }
}
