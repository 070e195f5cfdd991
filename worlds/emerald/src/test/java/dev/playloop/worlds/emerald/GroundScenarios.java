package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.worlds.emulator.GamePlaces;
import dev.playloop.worlds.emulator.Ride;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Tile;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What the ground lets a walk do: water, ledges, stairs and bridges, warps, doors and mats, the
/// map's edge, ice and cracked floor.
abstract class GroundScenarios<R extends Rig> extends Scenarios<R> {
  @Test
  void waterIsRefusedToWhoDoesNotSurf() {
    stand(GamePlaces.SHORE, Facing.EAST);

    assertThat(refused("navigate", path(20, 3)).code()).isEqualTo("water");
  }

  @Test
  void whoSurfsCrossesWaterAndLands() {
    stand(town(21, 3), Facing.WEST);
    rom.ride(Ride.SURF);
    done();
    JsonNode across = navigate(21, 4, 21, 5);
    assertAt(across, "0.0", 21, 5);
    JsonNode landed = navigate(21, 6);

    assertThat(landed.path("outcome").asString()).as("%s", landed).isEqualTo("arrived");
    assertAt(landed, "0.0", 21, 6);
  }

  @Test
  void ledgeIsNotClimbed() {
    stand(town(8, 8), Facing.NORTH);
    ActionError error = refused("navigate", path(8, 7, 8, 6));

    assertThat(error.code()).isEqualTo("ledge");
    assertThat(error.message()).contains("south");
  }

  @Test
  void ledgeIsJumpedInItsDirection() {
    stand(town(8, 5), Facing.SOUTH);
    JsonNode output = navigate(8, 6, 8, 8, 8, 9);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("arrived");
    assertAt(output, "0.0", 8, 9);
    assertThat(output.path("steps_taken").asInt()).isEqualTo(3);
  }

  @Test
  void ledgeMayBeNamedOnTheWay() {
    stand(town(8, 6), Facing.SOUTH);

    assertAt(navigate(8, 7, 8, 8), "0.0", 8, 8);
  }

  @Test
  void ledgeIsNoPlaceToStop() {
    stand(town(8, 6), Facing.SOUTH);
    ActionError error = refused("navigate", path(8, 7));

    assertThat(error.code()).isEqualTo("ledge");
    assertThat(error.message()).contains("(8, 8)");
  }

  @Test
  void ledgesToAllSidesAreJumped() {
    stand(town(12, 12), Facing.WEST);
    assertAt(navigate(10, 12), "0.0", 10, 12);
    stand(town(11, 17), Facing.NORTH);
    assertAt(navigate(11, 15), "0.0", 11, 15);
    stand(town(16, 3), Facing.EAST);
    assertAt(navigate(18, 3), "0.0", 18, 3);
  }

  @Test
  void railIsNotCrossed() {
    stand(town(7, 16), Facing.SOUTH);

    assertThat(refused("navigate", path(7, 17, 7, 18)).code()).isEqualTo("wall");
    stand(town(7, 18), Facing.NORTH);
    assertThat(refused("navigate", path(7, 17)).code()).isEqualTo("wall");
  }

  @Test
  void plateauIsReachedByItsStairsOnly() {
    stand(GamePlaces.BELOW_PLATEAU, Facing.WEST);
    assertThat(refused("navigate", path(8, 14)).code()).isEqualTo("elevation");

    JsonNode output = navigate(9, 13, 8, 13, 8, 14);
    assertAt(output, "0.0", 8, 14);
    assertThat(refused("navigate", path(9, 14)).code()).isEqualTo("elevation");
  }

  @Test
  void bridgeIsWalkedOver() {
    stand(GamePlaces.BRIDGE_SOUTH, Facing.NORTH);
    JsonNode output = navigate(23, 5, 23, 4, 23, 3);

    assertAt(output, "0.0", 23, 3);
  }

  @Test
  void warpAtTheEndLeadsToTheOtherMap() {
    stand(town(26, 9), Facing.EAST);
    JsonNode output = navigate(27, 9, 27, 8);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("arrived");
    assertThat(output.path("map").asString()).isEqualTo("2.0");
    assertThat(rom.warps()).isEqualTo(1);
  }

  @Test
  void warpOnTheWayIsRefused() {
    stand(town(26, 9), Facing.EAST);
    ActionError error = refused("navigate", path(27, 9, 27, 8, 27, 9));

    assertThat(error.code()).isEqualTo("not_the_end");
    assertThat(error.field()).isEqualTo("path[1]");
  }

  @Test
  void doorIsEnteredFromBelow() {
    stand(town(4, 6), Facing.NORTH);
    JsonNode output = navigate(4, 5, 4, 4);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("arrived");
    assertThat(output.path("map").asString()).isEqualTo("1.0");
  }

  @Test
  void matIsLeftInItsDirection() {
    stand(new Tile(Area.ROOM, 3, 5), Facing.EAST);
    JsonNode output = navigate(4, 5, 4, 6);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("arrived");
    assertAt(output, "0.0", 4, 5);
  }

  @Test
  void matMayBeStoodOn() {
    stand(new Tile(Area.ROOM, 3, 5), Facing.EAST);

    assertAt(navigate(4, 5, 5, 5), "1.0", 5, 5);
  }

  @Test
  void edgeOfTheMapLeadsToItsNeighbour() {
    stand(town(14, 1), Facing.NORTH);
    JsonNode output = navigate(14, 0, 14, -1);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("arrived");
    assertAt(output, "0.1", 14, 7);
  }

  @Test
  void iceCarriesOnAndEndsThePath() {
    stand(new Tile(Area.CAVE, 4, 3), Facing.EAST);
    assertThat(refused("navigate", path(5, 3, 6, 3)).code()).isEqualTo("not_the_end");
    JsonNode output = navigate(5, 3);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("arrived");
    assertAt(output, "2.0", 11, 3);
  }

  @Test
  void crackedFloorIsForTheMachBike() {
    stand(new Tile(Area.CAVE, 12, 7), Facing.EAST);

    ActionError error = refused("navigate", path(13, 7));
    assertThat(error.code()).isEqualTo("needs_mach_bike");
    assertThat(error.message()).contains("hold_buttons");
  }

  @Test
  void bikeRidesTileByTile() {
    stand(new Tile(Area.ROUTE, 3, 2), Facing.EAST);
    rom.ride(Ride.MACH_BIKE);
    done();
    JsonNode output = navigate(4, 2, 5, 2, 5, 1);

    assertThat(output.path("outcome").asString()).as("%s", output).isEqualTo("arrived");
    assertAt(output, "0.1", 5, 1);
  }
}
