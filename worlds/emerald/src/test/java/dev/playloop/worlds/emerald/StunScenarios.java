package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.emulator.GamePeople;
import dev.playloop.worlds.emulator.TestRom.Facing;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Somebody is to be frozen while the game goes on: whoever is in the midst of a step is waited
/// for, and one that begins at the wrong moment is seen.
abstract class StunScenarios extends Scenarios<TestRig> {
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
      result =
          perform(call("stun_npc", "{\"id\":" + GamePeople.PATROL + "}"), () -> rig.frames(12));
    }

    assertThat(writes[0]).as("written, taken back, written anew").isEqualTo(3);
    assertThat(result.status()).as("%s", result).isEqualTo(Status.DONE);
    assertThat(result.output()).isNotNull();
    assertThat(result.output().path("races").asInt()).isEqualTo(1);
    rig.frames(60);
    assertThat(rom.softlocked()).isFalse();
    assertThat(rig.emulator.read8(flags(GamePeople.PATROL)) & 2).as("it stands").isZero();
    assertThat(rig.emulator.read8(flags(GamePeople.PATROL) + 1) & 1).as("frozen").isEqualTo(1);
  }

  @Test
  void stepThatBeginsWhileTheLeaseIsAskedForIsWaitedFor() {
    stand(town(5, 10), Facing.SOUTH);
    done("press_buttons", "{\"buttons\":[\"L\"]}");
    int[] asked = {0};
    ActionResult result =
        perform(
            call("stun_npc", "{\"id\":" + GamePeople.PATROL + "}"),
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
    JsonNode stunned = done("stun_npc", "{\"id\":" + GamePeople.PATROL + "}");

    assertThat(stunned.path("frames").asInt()).as("%s", stunned).isGreaterThan(4);
    assertThat(stunned.path("races").asInt()).isZero();
    rig.frames(100);
    assertThat(rom.softlocked()).isFalse();
    assertThat(rig.emulator.read8(flags(GamePeople.PATROL)) & 2).isZero();
  }

  private static long flags(int npc) {
    return 0x02037350L + npc * 0x24L;
  }

  private void untilItSteps() {
    for (int i = 0; i < 200; i++) {
      if ((rig.emulator.read8(flags(GamePeople.PATROL)) & 2) != 0) {
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
    long at = flags(GamePeople.GREETER);
    rig.emulator.write8(at, (rig.emulator.read8(at) | 0x40) & ~0x80);
    long frames = rom.frames();
    ActionError error = refused("stun_npc", "{\"id\":" + GamePeople.GREETER + "}");

    assertThat(error.code()).isEqualTo("npc_is_busy");
    assertThat(error.message()).contains("timeout");
    assertThat(rom.frames() - frames).isBetween(120L, 180L);
    assertThat(rig.emulator.read8(at + 1) & 1).isZero();
  }
}
