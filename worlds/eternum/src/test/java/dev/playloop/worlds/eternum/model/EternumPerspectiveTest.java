package dev.playloop.worlds.eternum.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What an account sees, and what it is told that it does not see.
class EternumPerspectiveTest {
  private static final EternumWorld WORLD = new EternumWorld();

  private static Sight see(Scene scene) {
    return WORLD.perspective().see(scene, ViewSamples.ACCOUNT);
  }

  private static Sight see(List<EternumView> states) {
    return see(ViewSamples.scene(states));
  }

  private final Sight small = see(ViewSamples.small("Ada"));

  @Test
  void theWordsSayWhatThereIsAndWhatCanBeDone() {
    assertThat(small.summary())
        .isEqualTo(
            """
            You are the account "Ada" (0xacc) in game 7. Block 123, 1970-01-01T00:16:40Z (1000 seconds since 1970).
            ## Structures: 1
            - Realm, structureId 11, level 2, at (20, 30): guards Delta 10 Knight T1 (stamina 30), 2 buildings
            ## Arrivals
            - claimable: structureId 11, day 3, slot 4, resourceCount 2: Wood 5, Coal 6
            0 more claimable, 1 on the way
            ## Explorers: 1
            - explorerId 21 of structure 11 at (21, 30): 5 Knight T1 (stamina 30), carries Wood 2
            ## Nearby: 2 others, 1 explored hexes
            - Explorer 31 of "Ada" at (22, 31), 1 hexes away: 7 Knight T1 (stamina 30)
            - Ada 41 of nobody at (25, 30), 4 hexes away
            ## Market: 2 open orders, 1 of them yours; 2 pools, you have a part of 1
            ## Guild: "Ada", guildEntityId 0xbee, 2 members
            ## Hyperstructures: 1, 0 of them built
            ## Leaderboard: you are number 2 with 100 points\
            """);
  }

  @Test
  void aClaimableArrivalIsACallOfClaimArrivals() {
    JsonNode arrival = small.state().at("/structures/0/arrivals/0");
    ObjectNode args = Json.NODES.objectNode();
    args.set("structureId", small.state().at("/structures/0/structureId"));
    for (String name : List.of("day", "slot", "resourceCount")) {
      args.set(name, arrival.path(name));
    }

    assertThat(arrival.path("claimable").asBoolean(false)).isTrue();
    assertThat(Objects.requireNonNull(WORLD.tools().find("claim_arrivals")).check(args))
        .isInstanceOf(ToolCall.Valid.class);
    assertThat(small.state().at("/structures/0/arrivals/1/claimableInSeconds").asLong())
        .isEqualTo(60);
  }

  /// Wood: 10.5 and 100 s of 0.25, of which 20 may be made. Wheat: 1 and 100 s of 0.5.
  @Test
  void balancesAreAsOfTheBlockWithWhatWasProducedSince() {
    assertThat(small.state().at("/structures/0/balances"))
        .hasToString("{\"Wood\":\"30.5\",\"Wheat\":\"51\",\"Lords\":\"3\"}");
    assertThat(small.state().at("/structures/0/producesPerSecond"))
        .hasToString("{\"Wood\":\"0.25\",\"Wheat\":\"0.5\"}");
  }

  @Test
  void whatStandsAroundIsToldByDirection() {
    assertThat(small.state().at("/explorers/0/around"))
        .hasToString(
            "{\"East\":\"Ada\",\"NorthEast\":\"Explorer 31\",\"NorthWest\":\"unexplored\","
                + "\"West\":\"your structure 11\",\"SouthWest\":\"unexplored\","
                + "\"SouthEast\":\"unexplored\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /structures/0/buildings/1/buildingCoord/x | 9
          /structures/0/buildings/1/paused          | true
          /structures/0/guards/Delta/category       | Knight
          /nearby/0/explorerId                      | 31
          /nearby/1/structureId                     | 41
          /orders/0/tradeId                         | 51
          /orders/0/own                             | true
          /orders/1/endsInSeconds                   | 500
          /pools/0/resourceType                     | Stone
          /pools/0/shares                           | 42
          /pools/0/bankEntityId                     | 61
          /pools/0/lordsPerUnit                     | 0.5
          /ownGuild/guildEntityId                   | 0xbee
          /guildMembers/0/address                   | 0xbee
          /guilds/0/guildEntityId                   | 0xcee
          /hyperstructures/0/hyperstructureEntityId | 71
          /hyperstructures/0/needs/Stone            | 1000
          /leaderboard/0/own                        | true
          """)
  void theStateHasIdsAsToolsTakeThem(String path, String value) {
    assertThat(small.state().at(path).asString("")).isEqualTo(value);
  }

  @Test
  void anExplorerInAFightSaysHowLong() {
    List<EternumView> states = new ArrayList<>(ViewSamples.small("Ada"));
    states.add(ViewSamples.explorer(22, new Hex(false, 1, 1), 1_030L));

    Sight sight = see(states);

    assertThat(sight.state().at("/explorers/0/fightsForSeconds").asLong()).isEqualTo(30);
    assertThat(sight.state().at("/explorers/1").has("fightsForSeconds")).isFalse();
    assertThat(sight.summary()).contains("in a fight for 30 s more");
  }

  @Test
  void whatWasNotReadIsNotKnownAndNeverEmpty() {
    List<EternumView> states = new ArrayList<>(ViewSamples.small("Ada"));
    states.removeIf(EternumView.Orders.class::isInstance);
    states.removeIf(EternumView.Guilds.class::isInstance);
    states.set(0, ViewSamples.game("Ada", "explorers: the index did not answer"));

    Sight sight = see(states);

    assertThat(sight.state().has("orders")).isFalse();
    assertThat(sight.state().has("guilds")).isFalse();
    assertThat(sight.state().path("notKnown").valueStream().map(JsonNode::asString))
        .containsExactly(
            "explorers: the index did not answer",
            "orders (not read yet)",
            "guilds (not read yet)");
    assertThat(sight.summary())
        .contains(
            "Not known, which does not mean that there is none: explorers: the index did not"
                + " answer; orders (not read yet); guilds (not read yet)");
  }

  @Test
  void whatIsEmptyIsAnEmptyList() {
    List<EternumView> states = new ArrayList<>(ViewSamples.small("Ada"));
    states.removeIf(EternumView.Orders.class::isInstance);
    states.add(new EternumView.Orders(List.of(ViewSamples.order(9, true, 0, ViewSamples.NOW))));

    assertThat(see(states).state().path("orders")).isEmpty(); // it has ended
    assertThat(see(states).state().path("orders").isArray()).isTrue();
    assertThat(see(states).state().has("notKnown")).isTrue();
    assertThat(see(states).state().path("notKnown")).isEmpty();
  }

  @Test
  void beforeTheGameIsReadNothingIsSaidOfIt() {
    for (List<EternumView> states :
        List.of(List.<EternumView>of(), List.<EternumView>of(ViewSamples.small("Ada").get(1)))) {
      assertThat(see(states).state()).isEmpty();
      assertThat(see(states).summary()).contains("was not read yet");
    }
  }

  @Test
  void whatMakesNoSenseIsLeftOutAndTold() {
    Scene scene = ViewSamples.scene(ViewSamples.small("Ada"));
    for (String state :
        List.of("{}", "7", "{\"structureId\":12,\"kind\":\"Realm\"}", "{\"coord\":{\"x\":-1}}")) {
      scene =
          scene.with(
              WorldEvent.of(
                      "e" + state,
                      "eternum",
                      scene.id(),
                      Instant.EPOCH,
                      new WorldEvent.EntityPut(
                          "structure:" + state.length(), "structure", Json.tree(state)))
                  .version(99));
    }
    scene =
        scene.with(
            WorldEvent.of(
                    "x",
                    "eternum",
                    scene.id(),
                    Instant.EPOCH,
                    new WorldEvent.EntityPut("dragon", "dragon", Json.tree("{}")))
                .version(99));

    assertThat(see(scene).state().path("structures")).hasSize(1);
    assertThat(see(scene).summary()).contains("5 entities that make no sense");
  }

  @Test
  void whatIsGoneIsGone() {
    Scene scene =
        ViewSamples.scene(ViewSamples.small("Ada"))
            .with(
                EternumScenes.removed(
                    "gone", ViewSamples.ACCOUNT, Instant.EPOCH, 99, EternumScenes.structure(11)));

    assertThat(see(scene).state().path("structures")).isEmpty();
    assertThat(see(scene).summary()).contains("## Structures: 0");
  }

  @Test
  void theTenNewestEventsAreTold() {
    Scene scene = ViewSamples.scene(ViewSamples.small("Ada"));
    for (int i = 1; i <= 15; i++) {
      scene = ViewSamples.happened(scene, i, "battle " + i);
    }

    assertThat(see(scene).state().path("events").valueStream().map(e -> e.path("text").asString()))
        .hasSize(10)
        .startsWith("battle 15")
        .endsWith("battle 6");
  }

  @Test
  void anAccountIsOneSceneHoweverItIsWritten() {
    assertThat(WORLD.perspective().homeScene("0xACC"))
        .isEqualTo(WORLD.perspective().homeScene("0x" + "0".repeat(61) + "acc"))
        .isEqualTo(EternumScenes.of(ViewSamples.ACCOUNT))
        .isNotEqualTo(WORLD.perspective().homeScene("0xacd"));
    assertThat(WORLD.perspective().homeScene("ada").value()).isEqualTo("eternum:nobody");
  }
}
