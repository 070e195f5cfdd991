package dev.playloop.worlds.eternum.view;

import static dev.playloop.worlds.eternum.index.IndexedGame.ADA;
import static dev.playloop.worlds.eternum.index.IndexedGame.BOB;
import static dev.playloop.worlds.eternum.index.IndexedGame.GAME;
import static dev.playloop.worlds.eternum.index.IndexedGame.NOW;
import static dev.playloop.worlds.eternum.index.IndexedGame.balance;
import static dev.playloop.worlds.eternum.index.IndexedGame.explorer;
import static dev.playloop.worlds.eternum.index.IndexedGame.structure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.index.TestRecord;
import dev.playloop.worlds.eternum.model.game.BuildingCategory;
import dev.playloop.worlds.eternum.model.game.GuardSlot;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.game.Resource;
import dev.playloop.worlds.eternum.model.game.TroopTier;
import dev.playloop.worlds.eternum.model.game.TroopType;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Amount;
import dev.playloop.worlds.eternum.model.state.EternumView.Arrival;
import dev.playloop.worlds.eternum.model.state.EternumView.Balance;
import dev.playloop.worlds.eternum.model.state.EternumView.Building;
import dev.playloop.worlds.eternum.model.state.EternumView.Explorer;
import dev.playloop.worlds.eternum.model.state.EternumView.Guard;
import dev.playloop.worlds.eternum.model.state.EternumView.Other;
import dev.playloop.worlds.eternum.model.state.EternumView.Pools;
import dev.playloop.worlds.eternum.model.state.EternumView.Production;
import dev.playloop.worlds.eternum.model.state.EternumView.Structure;
import dev.playloop.worlds.eternum.model.state.EternumView.Surroundings;
import dev.playloop.worlds.eternum.model.state.EternumView.Tile;
import dev.playloop.worlds.eternum.model.state.EternumView.Troops;
import dev.playloop.worlds.model.WorldUnavailable;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an account sees of what the contracts keep.
class EternumQueriesTest extends SeenGame {
  private static final long HOUR = 3_600;

  @Test
  void aStructureIsSeenWithAllThatIsInIt() throws InterruptedException {
    long day = NOW / 86_400;
    indexed.block(
        structure(10, ADA, 100, 200)
            .with("troop_guards.charlie.category", 1)
            .with("troop_guards.charlie.tier", 2)
            .with("troop_guards.charlie.count", 3 * UNIT)
            .with("troop_guards.charlie.stamina.amount", 119)
            .with("troop_guards.charlie.stamina.updated_tick", NOW / 60 - 100)
            .set(),
        structure(11, BOB, 9, 9).set(),
        balance(10, 3, 1_500_000_000L).set(),
        balance(10, 35, 0)
            .with("PRODUCTION.production_rate", UNIT)
            .with("PRODUCTION.output_amount_left", 90 * UNIT)
            .with("PRODUCTION.last_updated_at", NOW - 5)
            .set(),
        balance(10, 26, 7 * UNIT).with("PRODUCTION.production_rate", 5).set(),
        balance(10, 4, 0).set(),
        balance(11, 3, 99 * UNIT).set(),
        TestRecord.of("Building", GAME, 10, 11, 10).with("category", 37).with("paused", 1).set(),
        TestRecord.of("ResourceArrival", GAME, 10, day, 5)
            .withList("resources", 3, 2 * UNIT, 35, UNIT)
            .set(),
        TestRecord.of("ResourceArrival", GAME, 10, day, 4).withList("resources", 37, UNIT).set(),
        TestRecord.of("ResourceArrival", GAME, 10, day, 6).withList("resources").set());

    List<Structure> seen = of(Structure.class);

    assertThat(seen).hasSize(1);
    Structure one = seen.getFirst();
    assertThat(one.structureId()).isEqualTo(10);
    assertThat(one.kind()).isEqualTo("Realm");
    assertThat(one.level()).isEqualTo(2);
    assertThat(one.coord()).isEqualTo(new Hex(false, 100, 200));
    assertThat(one.guards())
        .containsExactly(
            new Guard(GuardSlot.Charlie, new Troops(TroopType.Paladin, TroopTier.T3, "3", 120L)));
    assertThat(one.balances())
        .containsExactly(
            new Balance(Resource.Wood, "1.5", null),
            new Balance(Resource.Knight, "7", null),
            new Balance(Resource.Wheat, "0", new Production("1", NOW - 5, "90")));
    assertThat(one.buildings())
        .containsExactly(
            new Building(BuildingCategory.ResourceWheat, new Hex(false, 11, 10), true));
    assertThat(one.arrivals())
        .containsExactly(
            new Arrival(
                day, 4, 1, day * 86_400 + 4 * HOUR, List.of(new Amount(Resource.Lords, "1"))),
            new Arrival(
                day,
                5,
                2,
                day * 86_400 + 5 * HOUR,
                List.of(new Amount(Resource.Wood, "2"), new Amount(Resource.Wheat, "1"))));
  }

  @Test
  void anExplorerIsSeenWithItsStaminaAndWhatItCarries() throws InterruptedException {
    indexed.block(
        structure(10, ADA, 100, 200).set(),
        structure(11, BOB, 102, 200).set(),
        explorer(20, 10, 101, 200).with("troops.battle_cooldown_end", NOW + 500).set(),
        explorer(21, 11, 101, 201).set(),
        balance(20, 7, UNIT / 4).set());

    Explorer seen = of(Explorer.class).getFirst();

    assertThat(of(Explorer.class)).hasSize(1);
    assertThat(seen.explorerId()).isEqualTo(20);
    assertThat(seen.homeStructureId()).isEqualTo(10);
    // 10 and two for each of the five ticks before the first block
    assertThat(seen.troops()).isEqualTo(new Troops(TroopType.Crossbowman, TroopTier.T2, "50", 20L));
    assertThat(seen.carries()).containsExactly(new Amount(Resource.Gold, "0.25"));
    assertThat(seen.fightsUntil()).isEqualTo(NOW + 500);
  }

  @Test
  void theMapAroundIsSeenWithWhoIsThere() throws InterruptedException {
    indexed.block(
        structure(10, ADA, 100, 200).set(),
        structure(11, BOB, 102, 200)
            .with("base.category", 3)
            .with("troop_guards.delta.count", UNIT)
            .with("troop_guards.alpha.count", 9 * UNIT)
            .set(),
        structure(12, Felt.ZERO, 100, 203).with("base.category", 4).set(),
        structure(13, BOB, 500, 500).set(),
        explorer(21, 11, 101, 201).set(),
        TestRecord.of("AddressName", List.of(Felt.of(GAME), BOB)).withText("name", "Bob").set(),
        tile(100, 200, 11),
        tile(101, 200, 3),
        tile(103, 200, 0),
        tile(300, 200, 4));

    Surroundings seen = of(Surroundings.class).getFirst();

    assertThat(seen.explored())
        .containsExactly(
            new Tile(new Hex(false, 100, 200), "Grassland"),
            new Tile(new Hex(false, 101, 200), "Beach"));
    assertThat(seen.others())
        .containsExactly(
            new Other(
                "Explorer",
                21,
                new Hex(false, 101, 201),
                "Bob",
                new Troops(TroopType.Crossbowman, TroopTier.T2, "50", 20L)),
            new Other(
                "Bank",
                11,
                new Hex(false, 102, 200),
                "Bob",
                new Troops(TroopType.Knight, TroopTier.T1, "1", 120L)),
            new Other("FragmentMine", 12, new Hex(false, 100, 203), null, null));
  }

  @Test
  void otherGamesOfTheSameWorldAreNotSeen() throws InterruptedException {
    indexed.block(
        TestRecord.of("Structure", 8, 10).with("owner", ADA).with("base.category", 1).set(),
        TestRecord.of("Market", 8, 50, 3).set());

    assertThat(of(Structure.class)).isEmpty();
    assertThat(of(Pools.class).getFirst().pools()).isEmpty();
  }

  @Test
  void aGameThatIsNotIndexedIsAnOutageAndNoEmptyGame() {
    EternumQueries other =
        new EternumQueries(
            indexed.torii(), new dev.playloop.worlds.eternum.torii.ToriiSelect.Game("s2", 99));
    assertThatThrownBy(() -> other.see(ADA)).isInstanceOf(WorldUnavailable.class);
    indexed.server().close();
    assertThatThrownBy(() -> queries.see(ADA)).isInstanceOf(WorldUnavailable.class);
  }

  @Test
  void theViewSaysOfWhichBlockItIs() throws InterruptedException {
    indexed.block();
    AccountSight sight = queries.see(ADA);
    assertThat(sight.head().block()).isEqualTo(2);
    EternumView.Game game = of(EternumView.Game.class).getFirst();
    assertThat(game.block()).isEqualTo(2);
    assertThat(game.timestamp()).isEqualTo(NOW + 20);
    assertThat(game.address()).isEqualTo("0xada");
    assertThat(game.gameId()).isEqualTo(GAME);
    assertThat(game.unread()).isEmpty();
  }

  private static ChainEvent tile(long x, long y, int biome) {
    return TestRecord.of("Tile", GAME, x, y).with("biome", biome).set();
  }
}
