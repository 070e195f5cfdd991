package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.model.WorldUnavailable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What goes wrong between us and the emulator: outages, lost replies, junk, another game, a paused
/// one. No press is ever made twice.
abstract class FaultScenarios extends Scenarios<TestRig> {
  private static final String HOLD = "/mgba-http/button/hold";

  private static final String READ = "/core/readrange";

  private static final int ALWAYS = Integer.MAX_VALUE;

  @Test
  void walkWhoseReplyIsLostIsSeenInTheGame() {
    ready();
    rig.emulator.faults().timeoutAfterRunning(HOLD, 1);
    JsonNode output = navigate(6, 10, 7, 10);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("arrived");
    assertAt(output, "0.0", 7, 10);
    assertThat(rom.presses(Key.RIGHT)).isEqualTo(1);
  }

  @Test
  void walkWhosePressWasLostOnTheWayIsUnknownAndNotSentAgain() {
    ready();
    rig.emulator.faults().timeoutBeforeRunning(HOLD, 1);
    ActionResult result = perform("navigate", path(6, 10, 7, 10));

    assertUnknown(result, "lost_reply");
    assertThat(result.output()).isNotNull();
    assertAt(result.output(), "0.0", 5, 10);
    rig.frames(60);
    assertThat(rom.presses(Key.RIGHT)).isZero();
  }

  @Test
  void pressWhoseReplyIsLostIsUnknownAndTheOthersAreNotMade() {
    ready();
    int before = rom.presses(Key.L);
    rig.emulator.faults().timeoutAfterRunning(HOLD, 1);
    ActionResult result = perform("press_buttons", "{\"buttons\":[\"L\",\"L\",\"L\"]}");

    assertUnknown(result, "lost_reply");
    rig.frames(60);
    assertThat(rom.presses(Key.L)).isEqualTo(before + 1);
  }

  @Test
  void lostReplyThenRedeliveryPressesNothingMore() throws Exception {
    ready();
    Action action = call("press_buttons", "{\"buttons\":[\"L\"]}");
    JsonNode before = actions.prepare(action);
    int presses = rom.presses();
    rig.emulator.faults().timeoutAfterRunning(HOLD, 1);
    ActionResult first = perform(action, () -> {});
    rig.emulator.faults().none();

    assertUnknown(first, "lost_reply");
    assertThat(perform(action, () -> {})).isEqualTo(first);
    restarted();
    assertUnknown(actions.reconcile(action, before), "cannot_tell");
    assertThat(rom.presses()).isEqualTo(presses + 1);
  }

  @Test
  void connectionThatBreaksAfterAPressIsALostReply() {
    ready();
    rig.emulator.faults().dropAfterRunning(HOLD, 1);

    assertThat(navigate(6, 10).path("outcome").asString()).isEqualTo("arrived");
    assertThat(rom.presses(Key.RIGHT)).isEqualTo(1);
  }

  @Test
  void walkInAMenuWhoseReplyIsLostGoesOnWhenTheCursorShowsIt() {
    stand(town(5, 10), Facing.SOUTH);
    done("press_buttons", "{\"buttons\":[\"Start\"]}");
    rig.emulator.faults().timeoutAfterRunning(HOLD, 1);
    JsonNode output = done("select_bag", "{\"pocket\":\"items\"}");

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("opened");
  }

  @Test
  void emulatorThatIsDownIsAnOutageAndNothingHappened() {
    ready();
    int presses = rom.presses();
    rig.emulator.refuseConnections();

    assertThatThrownBy(() -> actions.perform(call("navigate", path(6, 10)), () -> {}))
        .isInstanceOf(WorldUnavailable.class);
    assertThatThrownBy(() -> actions.prepare(call("navigate", path(6, 10))))
        .isInstanceOf(WorldUnavailable.class);
    rig.emulator.listen();
    assertThat(rom.presses()).isEqualTo(presses);
    assertThat(navigate(6, 10).path("outcome").asString()).isEqualTo("arrived");
  }

  @Test
  void emulatorThatGoesDownOnTheWayLeavesDoubt() {
    ready();
    Action action = call("navigate", path(6, 10, 7, 10, 7, 11, 8, 11));
    int[] asked = {0};
    ActionResult result =
        perform(
            action,
            () -> {
              if (++asked[0] == 2) {
                rig.emulator.refuseConnections();
              }
            });

    assertThat(result.status()).as("%s", result).isEqualTo(Status.UNKNOWN);
    rig.emulator.listen();
    assertThat(perform(action, () -> {})).isEqualTo(result);
    assertThat(rom.presses(Key.RIGHT)).isEqualTo(1);
  }

  @Test
  void readsThatTimeOutAreAnOutage() {
    ready();
    rig.emulator.faults().timeoutBeforeRunning(READ, ALWAYS);

    assertThatThrownBy(() -> actions.perform(call("navigate", path(6, 10)), () -> {}))
        .isInstanceOf(WorldUnavailable.class)
        .hasMessageContaining(READ);
  }

  @ParameterizedTest
  @ValueSource(strings = {READ, "/core/currentframe", "/core/romsize"})
  void junkIsATypedErrorThatNamesThePath(String path) {
    ready();
    rig.emulator.faults().junk(path, ALWAYS, "<html>no game here</html>");
    ActionError error = refused("navigate", path(6, 10));

    assertThat(error.code()).isEqualTo("unexpected_answer");
    assertThat(error.message()).containsIgnoringCase(path).contains("expected");
  }

  @Test
  void anotherGameIsRefused() {
    ready();
    rig.emulator.faults().junk("/core/getgamecode", ALWAYS, "AGB-AXVE");
    ActionError error = refused("navigate", path(6, 10));

    assertThat(error.code()).isEqualTo("wrong_game");
    assertThat(error.message()).contains("AGB-AXVE").contains("AGB-BPEE");
    assertThat(refused("look", "{}").code()).isEqualTo("wrong_game");
  }

  @Test
  void cartridgeOfAnotherSizeIsRefused() {
    ready();
    rig.emulator.faults().junk("/core/romsize", ALWAYS, "33554432");

    assertThat(refused("press_buttons", "{\"buttons\":[\"A\"]}").code()).isEqualTo("wrong_game");
  }

  @Test
  void counterThatStandsStillIsAPausedEmulator() {
    ready();
    rig.emulator.faults().stuckClock(rig.emulator.frame());
    ActionError error = refused("press_buttons", "{\"buttons\":[\"A\"]}");

    assertThat(error.code()).isEqualTo("emulator_paused");
    assertThat(error.message()).contains("paused");
  }

  @Test
  void counterThatStopsOnTheWayLeavesDoubt() {
    ready();
    ActionResult result =
        perform(
            call("press_buttons", "{\"buttons\":[\"L\",\"L\"]}"),
            () -> rig.emulator.faults().stuckClock(rig.emulator.frame()));

    assertUnknown(result, "emulator_paused");
    assertThat(error(result).message()).contains("after 1 press");
  }

  @Test
  void keysLeftDownAreLetGoAtTheStartAndAfterAStateIsLoaded() {
    stand(town(5, 10), Facing.SOUTH);
    rig.emulator.keys(Key.RIGHT.mask());
    restarted();
    done("press_buttons", "{\"buttons\":[\"L\"]}");
    assertThat(rig.emulator.keys()).isZero();

    rig.frames(50);
    done("press_buttons", "{\"buttons\":[\"L\"]}");
    rig.restore();
    rig.emulator.keys(Key.UP.mask());
    done("press_buttons", "{\"buttons\":[\"L\"]}");
    assertThat(rig.emulator.keys()).isZero();
  }

  @Test
  void tornPartyIsReadAgain() {
    stand(town(5, 10), Facing.SOUTH);
    long secret = 0x020244ECL + 40;
    rig.emulator.write8(secret, rig.emulator.read8(secret) ^ 0xFF);
    ActionError error = error(perform("look", "{}"));

    assertThat(error.code()).isEqualTo("unexpected_answer");
    assertThat(error.message()).contains("checksum");
  }
}
