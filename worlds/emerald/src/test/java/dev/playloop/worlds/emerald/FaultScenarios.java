package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.People;
import dev.playloop.worlds.emulator.TestRom.Places;
import dev.playloop.worlds.emulator.TestRom.Tile;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.model.WorldUnavailable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What goes wrong between us and the emulator: outages, lost replies, junk, another game, a paused
/// one, and executors that die in the midst of it. No press is ever made twice.
abstract class FaultScenarios extends Scenarios<TestRig> {
  private static final String HOLD = "/mgba-http/button/hold";
  private static final String READ = "/core/readrange";
  private static final int ALWAYS = Integer.MAX_VALUE;

  private static Tile town(int x, int y) {
    return new Tile(Area.TOWN, x, y);
  }

  private void ready() {
    stand(town(5, 10), Facing.SOUTH);
    done("press_buttons", "{\"buttons\":[\"L\"]}");
  }

  private static void assertUnknown(ActionResult result, String code) {
    assertThat(result.status()).as("%s", result).isEqualTo(Status.UNKNOWN);
    assertThat(error(result).code()).isEqualTo(code);
  }

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
  void stepThatBeginsBetweenLookAndWriteIsSeenAndTakenBack() {
    stand(town(5, 10), Facing.SOUTH);
    int[] writes = {0};
    ActionResult result;
    try (Interposed between =
        new Interposed(
            rig.address(),
            path -> {
              if (path.equals("/core/write8") && ++writes[0] == 1) {
                untilItSteps();
              }
            })) {
      actions.close();
      actions = executing(between.address(), options());
      // Whoever asks for the lease before taking back has hung the game by then.
      result = perform(call("stun_npc", "{\"id\":" + People.PATROL + "}"), () -> rig.frames(12));
    }

    assertThat(writes[0]).as("written, taken back, written anew").isEqualTo(3);
    assertThat(result.status()).as("%s", result).isEqualTo(Status.DONE);
    assertThat(result.output()).isNotNull();
    assertThat(result.output().path("races").asInt()).isEqualTo(1);
    rig.frames(60);
    assertThat(rom.softlocked()).isFalse();
    assertThat(rig.emulator.read8(flags(People.PATROL)) & 2).as("it stands").isZero();
    assertThat(rig.emulator.read8(flags(People.PATROL) + 1) & 1).as("frozen").isEqualTo(1);
  }

  @Test
  void stepThatBeginsWhileTheLeaseIsAskedForIsWaitedFor() {
    stand(town(5, 10), Facing.SOUTH);
    done("press_buttons", "{\"buttons\":[\"L\"]}");
    int[] asked = {0};
    ActionResult result =
        perform(
            call("stun_npc", "{\"id\":" + People.PATROL + "}"),
            () -> {
              if (++asked[0] == 1) {
                untilItSteps();
              }
            });

    assertThat(result.status()).as("%s", result).isEqualTo(Status.DONE);
    assertThat(result.output()).isNotNull();
    assertThat(result.output().path("races").asInt()).isZero();
    assertThat(rom.softlocked()).isFalse();
  }

  @Test
  void whoWalksIsWaitedFor() {
    stand(town(5, 10), Facing.SOUTH);
    done("press_buttons", "{\"buttons\":[\"L\"]}");
    untilItSteps();
    JsonNode stunned = done("stun_npc", "{\"id\":" + People.PATROL + "}");

    assertThat(stunned.path("frames").asInt()).as("%s", stunned).isGreaterThan(4);
    assertThat(stunned.path("races").asInt()).isZero();
    rig.frames(100);
    assertThat(rom.softlocked()).isFalse();
    assertThat(rig.emulator.read8(flags(People.PATROL)) & 2).isZero();
  }

  private static long flags(int npc) {
    return 0x02037350L + npc * 0x24L;
  }

  private void untilItSteps() {
    for (int i = 0; i < 200; i++) {
      if ((rig.emulator.read8(flags(People.PATROL)) & 2) != 0) {
        return;
      }
      rig.frames(1);
    }
    throw new AssertionError("the NPC does not walk");
  }

  @Test
  void npcThatNeverPausesIsGivenUpAfterTwoSeconds() {
    stand(town(5, 10), Facing.SOUTH);
    done("press_buttons", "{\"buttons\":[\"L\"]}");
    // moved by a script that never ends: held movement that is not finished
    long at = flags(People.GREETER);
    rig.emulator.write8(at, (rig.emulator.read8(at) | 0x40) & ~0x80);
    long frames = rom.frames();
    ActionError error = refused("stun_npc", "{\"id\":" + People.GREETER + "}");

    assertThat(error.code()).isEqualTo("npc_is_busy");
    assertThat(error.message()).contains("timeout");
    assertThat(rom.frames() - frames).isBetween(120L, 180L);
    assertThat(rig.emulator.read8(at + 1) & 1).isZero();
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

  @Test
  void crashAfterTheIntentIsReconciledAsNotDoneAndNothingIsPressed() throws Exception {
    ready();
    Action action = call("navigate", path(6, 10, 7, 10));
    JsonNode before = actions.prepare(action);
    restarted();
    int presses = rom.presses();
    ActionResult found = actions.reconcile(action, before);

    assertThat(found.status()).as("%s", found).isEqualTo(Status.FAILED);
    assertThat(error(found).code()).isEqualTo("not_done");
    assertThat(rom.presses()).isEqualTo(presses);
  }

  @Test
  void crashAfterTheActIsReconciledAsDone() throws Exception {
    ready();
    Action action = call("navigate", path(6, 10, 7, 10));
    JsonNode before = actions.prepare(action);
    perform(action, () -> {});
    int presses = rom.presses();
    restarted();
    ActionResult found = actions.reconcile(action, before);

    assertThat(found.status()).as("%s", found).isEqualTo(Status.DONE);
    assertThat(rom.presses()).isEqualTo(presses);
  }

  @Test
  void crashHalfWayIsUnknownWithWhatIsSeen() throws Exception {
    ready();
    Action action = call("navigate", path(6, 10, 7, 10));
    JsonNode before = actions.prepare(action);
    perform("navigate", path(6, 10));
    restarted();
    ActionResult found = actions.reconcile(action, before);

    assertUnknown(found, "cannot_tell");
    assertThat(found.output()).isNotNull();
    assertAt(found.output(), "0.0", 6, 10);
  }

  @Test
  void roundTripLeavesNoTraceAndStaysUnknown() throws Exception {
    ready();
    Action action = call("navigate", path(5, 11, 5, 10));
    JsonNode before = actions.prepare(action);
    restarted();

    assertUnknown(actions.reconcile(action, before), "cannot_tell");
  }

  @Test
  void loadedStateMakesEverythingUnknown() throws Exception {
    ready();
    rig.save();
    rig.frames(200);
    Action action = call("navigate", path(6, 10));
    JsonNode before = actions.prepare(action);
    rig.restore();
    restarted();

    assertUnknown(actions.reconcile(action, before), "cannot_tell");
  }

  @Test
  void stunsAndWarpsAreReconciledByWhatTheyLeave() throws Exception {
    ready();
    Action stun = call("stun_npc", "{\"id\":" + People.WANDERER + "}");
    JsonNode before = actions.prepare(stun);
    assertThat(error(actions.reconcile(stun, before)).code()).isEqualTo("not_done");
    perform(stun, () -> {});
    restarted();
    assertThat(actions.reconcile(stun, before).status()).isEqualTo(Status.DONE);

    stand(new Tile(Area.TOWN, 27, 9), Facing.NORTH);
    Action warp = call("navigate", path(27, 8));
    before = actions.prepare(warp);
    perform(warp, () -> {});
    restarted();
    assertThat(actions.reconcile(warp, before).status()).isEqualTo(Status.DONE);
  }

  @Test
  void preStateIsSmall() throws Exception {
    stand(Places.HOUSE_FRONT, Facing.SOUTH);
    for (String call : List.of(path(4, 6), path(4, 4))) {
      JsonNode before = actions.prepare(call("navigate", call));
      assertThat(before).isNotNull();
      assertThat(before.toString().length()).isLessThan(8 * 1024);
    }
  }
}
