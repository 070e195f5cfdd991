package dev.playloop.worlds.eternum.view;

import static dev.playloop.worlds.eternum.index.IndexedGame.ADA;
import static dev.playloop.worlds.eternum.index.IndexedGame.BOB;
import static dev.playloop.worlds.eternum.index.IndexedGame.GAME;
import static dev.playloop.worlds.eternum.index.IndexedGame.NOW;
import static dev.playloop.worlds.eternum.index.IndexedGame.balance;
import static dev.playloop.worlds.eternum.index.IndexedGame.explorer;
import static dev.playloop.worlds.eternum.index.IndexedGame.structure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.index.TestRecord;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.eternum.model.ViewSamples;
import dev.playloop.worlds.eternum.model.state.EternumView;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Each part that a view promises, from the chain's events through index and queries to what an
/// agent reads: none of them is empty where the game has something of it.
class PromisedViewTest extends SeenGame {
  private static final long DAY = NOW / 86_400;
  private static final long SLOT = NOW % 86_400 / 3_600 + 1;

  private JsonNode state;

  @BeforeEach
  void play() throws InterruptedException {
    indexed.block(
        structure(10, ADA, 100, 200).with("troop_guards.alpha.count", 5 * UNIT).set(),
        explorer(20, 10, 101, 200).set(),
        balance(10, 3, 7 * UNIT).set(),
        balance(20, 3, UNIT).set(),
        TestRecord.of("Building", List.of(Felt.of(GAME), Felt.of(10), Felt.of(11), Felt.of(10)))
            .with("category", 3)
            .set(),
        TestRecord.of("ResourceArrival", GAME, 10, DAY, SLOT).withList("resources", 3, 5).set());
    indexed.block(
        structure(11, BOB, 102, 201).set(),
        explorer(21, 11, 102, 200).set(),
        TestRecord.of("Tile", GAME, 101, 201).with("biome", 3).set(),
        TestRecord.of("Trade", GAME, 30)
            .with("maker_id", 11)
            .with("maker_gives_resource_type", 3)
            .with("taker_pays_resource_type", 37)
            .with("maker_gives_min_resource_amount", UNIT)
            .with("taker_pays_min_resource_amount", UNIT)
            .with("maker_gives_max_count", 4)
            .with("expires_at", NOW + 1_000)
            .set(),
        TestRecord.of("Market", GAME, 50, 3)
            .with("lords_amount", UNIT)
            .with("resource_amount", UNIT)
            .set(),
        TestRecord.of("Liquidity", List.of(Felt.of(GAME), Felt.of(50), ADA, Felt.of(3)))
            .with("shares", 9)
            .set(),
        TestRecord.of("SwapEvent", GAME, 900, 11)
            .with("bank_entity_id", 50)
            .with("resource_type", 3)
            .with("resource_amount", UNIT)
            .with("lords_amount", UNIT)
            .with("timestamp", NOW)
            .set());
    indexed.block(
        TestRecord.of("Guild", List.of(Felt.of(GAME), BOB)).withText("name", "Bobs").set(),
        TestRecord.of("Guild", List.of(Felt.of(GAME), Felt.of(5))).withText("name", "Other").set(),
        TestRecord.of("GuildMember", List.of(Felt.of(GAME), ADA)).with("guild_id", BOB).set(),
        structure(60, Felt.ZERO, 105, 200).with("base.category", 2).set(),
        TestRecord.of("Hyperstructure", GAME, 60).with("points_total", 300).set(),
        TestRecord.of("HyperstructureRequirement", GAME, 60, 1).with("needed", UNIT).set(),
        TestRecord.of("PlayerRegisteredPoints", List.of(Felt.of(GAME), ADA))
            .with("registered_points", 5)
            .set());
    List<EternumView> entities = queries.see(ADA).entities();
    state =
        new EternumWorld()
            .perspective()
            .see(ViewSamples.scene(entities), ViewSamples.ACCOUNT)
            .state();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/structures/0/guards/Alpha",
        "/structures/0/balances/Wood",
        "/structures/0/arrivals/0/day",
        "/structures/0/arrivals/0/slot",
        "/structures/0/arrivals/0/resourceCount",
        "/explorers/0/explorerId",
        "/explorers/0/troops/stamina",
        "/explorers/0/carries/Wood",
        "/nearby/0/owner",
        "/explored/0/biome",
        "/orders/0/tradeId",
        "/pools/0/lordsPerUnit",
        "/pools/0/shares",
        "/market/0/lords",
        "/market/0/amount/resourceType",
        "/ownGuild/name",
        "/guildMembers/0/address",
        "/guilds/0/name",
        "/hyperstructures/0/needs",
        "/leaderboard/0/points",
      })
  void aPartIsThere(String part) {
    JsonNode found = state.at(part);
    assertThat(found.isMissingNode()).as("%s of %s", part, state.toPrettyString()).isFalse();
    assertThat(found.isContainer() && found.isEmpty()).as("%s is empty", part).isFalse();
  }
}
