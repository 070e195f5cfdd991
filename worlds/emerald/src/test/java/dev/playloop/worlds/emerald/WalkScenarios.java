package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.worlds.emulator.GamePeople;
import dev.playloop.worlds.emulator.GamePlaces;
import dev.playloop.worlds.emulator.Movement;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.TestRom.Tile;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// `navigate` in every situation that the maps of the test game have.
abstract class WalkScenarios<R extends Rig> extends Scenarios<R> {
  /// What a perfect player needs for ten tiles straight on.
  private static final int PERFECT = 160;

  @Test
  void tenTilesStraightOnTakeHardlyLongerThanAPerfectPlayerNeeds() {
    stand(GamePlaces.ROAD_WEST, Facing.EAST);
    done("press_buttons", "{\"buttons\":[\"L\"]}"); // the first action lets go of all keys
    int presses = rom.presses();
    long frames = rom.frames();
    JsonNode output = navigate(2, 2, 3, 2, 4, 2, 5, 2, 6, 2, 7, 2, 8, 2, 9, 2, 10, 2, 11, 2);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("arrived");
    assertAt(output, "0.1", 11, 2);
    assertThat(rom.presses()).isEqualTo(presses + 1);
    assertThat(output.path("frames").asInt()).isLessThanOrEqualTo((int) (PERFECT * 1.15));
    assertThat(rom.frames() - frames).isLessThanOrEqualTo((int) (PERFECT * 1.15) + 30);
  }

  @Test
  void tenTilesRoundManyCornersTakeHardlyLongerThanAPerfectPlayerNeeds() {
    stand(new Tile(Area.ROUTE, 1, 2), Facing.EAST);
    JsonNode output = navigate(2, 2, 2, 1, 3, 1, 4, 1, 4, 2, 5, 2, 6, 2, 6, 1, 7, 1, 8, 1);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("arrived");
    assertAt(output, "0.1", 8, 1);
    assertThat(rom.bumps()).isZero();
    assertThat(output.path("frames").asInt()).isLessThanOrEqualTo((int) (PERFECT * 1.15));
  }

  @Test
  void theWalkEndsOnItsTileWhateverTheLeaseTakes() {
    stand(new Tile(Area.TOWN, 14, 9), Facing.SOUTH);
    String[] paths = {
      path(15, 9, 15, 10, 16, 10, 17, 10, 17, 11, 16, 11, 15, 11, 14, 11, 14, 10, 14, 9),
      path(14, 10, 14, 11, 14, 12, 15, 12, 15, 11, 15, 10, 14, 10, 14, 9),
    };
    for (int i = 0; i < 6; i++) {
      JsonNode walked = done(call("navigate", paths[i % 2]), slowLease());
      assertThat(walked.path("outcome").asString()).as("%s", walked).isEqualTo("arrived");
      assertAt(walked, "0.0", 14, 9);
      rig.frames(1 + i);
    }
  }

  @Test
  void playerWhoLooksElsewhereTurnsFirst() {
    stand(town(5, 10), Facing.NORTH);
    JsonNode output = navigate(6, 10);

    assertThat(output.path("outcome").asString()).isEqualTo("arrived");
    assertAt(output, "0.0", 6, 10);
    assertThat(rom.steps()).isEqualTo(1);
  }

  @Test
  void backAndForthEndsWhereItBegan() {
    stand(town(5, 10), Facing.SOUTH);
    JsonNode output = navigate(6, 10, 7, 10, 6, 10, 5, 10, 5, 11, 5, 10);

    assertThat(output.path("steps_taken").asInt()).as("%s", output).isEqualTo(6);
    assertAt(output, "0.0", 5, 10);
  }

  @Test
  void wallIsRefusedWithTheTileAndTheWayOut() {
    stand(GamePlaces.HOUSE_FRONT, Facing.SOUTH);
    ActionError error = refused("navigate", path(3, 5, 3, 4));

    assertThat(error.code()).isEqualTo("wall");
    assertThat(error.field()).isEqualTo("path[1]");
    assertThat(error.message()).contains("(3, 4)").contains("open to the");
  }

  @Test
  void whoStandsInTheWayIsNamed() {
    stand(town(9, 5), Facing.EAST);
    ActionError error = refused("navigate", path(10, 5));

    assertThat(error.code()).isEqualTo("npc");
    assertThat(error.message()).contains("NPC " + GamePeople.GREETER);
  }

  @Test
  void whoStepsIntoTheWayInterrupts() {
    rom.teleport(town(8, 9), Facing.EAST);
    rig.frames(4);
    rom.person(GamePeople.PATROL, 11, 8, Movement.PATROL_DOWN, 50);
    done();
    JsonNode output = navigate(9, 9, 10, 9, 11, 9, 12, 9);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("interrupted");
    assertThat(output.path("why").asString()).isEqualTo("blocked by NPC");
    assertThat(output.path("npc").asInt()).isEqualTo(GamePeople.PATROL);
    assertAt(output, "0.0", 10, 9);
    assertThat(output.path("steps_taken").asInt()).isEqualTo(2);
  }

  @Test
  void battleInTheGrassInterruptsTheFourthStep() {
    stand(town(15, 15), Facing.EAST);
    rom.encounters(Rule.ALWAYS);
    rig.frames(2);
    JsonNode output = navigate(16, 15, 17, 15, 18, 15, 19, 15, 20, 15, 21, 15);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("interrupted");
    assertThat(output.path("why").asString()).isEqualTo("battle");
    assertThat(output.path("steps_taken").asInt()).isEqualTo(4);
    assertAt(output, "0.0", 19, 15);
    assertThat(rom.battles()).isEqualTo(1);
  }

  @Test
  void keyIsLetGoWhenABattleBegins() {
    stand(town(17, 15), Facing.EAST);
    rom.encounters(Rule.ALWAYS);
    rig.frames(2);
    JsonNode output = navigate(18, 15, 19, 15, 20, 15, 21, 15, 22, 15);

    assertAt(output, "0.0", 19, 15);
    assertThat(rom.heldFor()).as("of 71 frames for the whole way").isLessThan(55);
  }

  @Test
  void trainerWhoSeesThePlayerInterrupts() {
    stand(town(21, 9), Facing.EAST);
    JsonNode output = navigate(22, 9, 23, 9, 24, 9, 25, 9, 26, 9, 27, 9, 28, 9);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("interrupted");
    assertThat(output.path("why").asString()).isEqualTo("dialogue");
    assertAt(output, "0.0", 24, 9);
  }

  @Test
  void goalIsReachedOverSeveralPaths() {
    stand(town(25, 13), Facing.SOUTH);
    JsonNode output = navigate(25, 14, 25, 15, 25, 16, 26, 16, 27, 16);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("arrived");
    assertThat(rom.goalReached()).isTrue();
  }

  @Test
  void pathThatJumpsIsRefused() {
    stand(town(5, 10), Facing.SOUTH);
    assertThat(refused("navigate", path(6, 10, 8, 10)).field()).isEqualTo("path[1]");
    assertThat(refused("navigate", path(5, 10)).message()).contains("leave it out");
    assertThat(refused("navigate", path(6, 11)).code()).isEqualTo("not_adjacent");
  }

  @Test
  void pathOfElevenOrNoneIsRefused() {
    assertThat(
            refused(
                    "navigate",
                    path(1, 1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1, 8, 1, 9, 1, 10, 1, 11))
                .field())
        .isEqualTo("path");
    assertThat(refused("navigate", "{\"path\":[]}").field()).isEqualTo("path");
    assertThat(refused("navigate", "{}").field()).isEqualTo("path");
  }

  @Test
  void openTextBoxHoldsThePlayer() {
    stand(town(8, 5), Facing.NORTH);
    assertThat(done("press_buttons", "{\"buttons\":[\"A\"]}").path("mode").asString())
        .isEqualTo("text");

    ActionError error = refused("navigate", path(8, 6));
    assertThat(error.code()).isEqualTo("controls_locked");
    assertThat(error.message()).contains("press_buttons");
  }

  @Test
  void sameCommandsTwiceLeadToTheSameState() {
    rig.save();
    String first = journey();
    rig.restore();
    restarted();
    String second = journey();

    assertThat(second).isEqualTo(first);
  }

  private String journey() {
    stand(town(8, 5), Facing.SOUTH);
    navigate(8, 6, 8, 8, 9, 8, 9, 9, 10, 9);
    done("press_buttons", "{\"buttons\":[\"Left\",\"Up\"]}");
    return rig.fingerprint();
  }
}
