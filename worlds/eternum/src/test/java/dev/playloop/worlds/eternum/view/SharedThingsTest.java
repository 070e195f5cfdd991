package dev.playloop.worlds.eternum.view;

import static dev.playloop.worlds.eternum.index.IndexedGame.ADA;
import static dev.playloop.worlds.eternum.index.IndexedGame.BOB;
import static dev.playloop.worlds.eternum.index.IndexedGame.GAME;
import static dev.playloop.worlds.eternum.index.IndexedGame.NOW;
import static dev.playloop.worlds.eternum.index.IndexedGame.structure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.index.TestRecord;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.game.Resource;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Amount;
import dev.playloop.worlds.eternum.model.state.EternumView.Guild;
import dev.playloop.worlds.eternum.model.state.EternumView.Guilds;
import dev.playloop.worlds.eternum.model.state.EternumView.Hyperstructure;
import dev.playloop.worlds.eternum.model.state.EternumView.Hyperstructures;
import dev.playloop.worlds.eternum.model.state.EternumView.Leader;
import dev.playloop.worlds.eternum.model.state.EternumView.Leaderboard;
import dev.playloop.worlds.eternum.model.state.EternumView.Member;
import dev.playloop.worlds.eternum.model.state.EternumView.Orders;
import dev.playloop.worlds.eternum.model.state.EternumView.Pools;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an account sees of what it shares with others: orders, pools, guilds and points.
class SharedThingsTest extends SeenGame {
  @Test
  void ordersAreOwnOnesAndThoseOneMayTake() throws InterruptedException {
    indexed.block(
        structure(10, ADA, 100, 200).set(),
        trade(30, 11, 0, NOW + 1_000),
        trade(31, 10, 0, NOW - 10),
        trade(32, 11, 10, NOW + 1_000),
        trade(33, 11, 12, NOW + 1_000),
        trade(34, 11, 0, NOW + 10),
        TestRecord.of("Trade", 8, 35).with("maker_id", 10).with("maker_gives_max_count", 1).set());

    Orders seen = of(Orders.class).getFirst();

    assertThat(seen.open()).extracting(EternumView.Order::tradeId).containsExactly(31L, 32L, 30L);
    EternumView.Order one = seen.open().get(1);
    assertThat(one.own()).isFalse();
    assertThat(one.gives()).isEqualTo(new Amount(Resource.Wood, "2"));
    assertThat(one.pays()).isEqualTo(new Amount(Resource.Lords, "0.5"));
    assertThat(one.unitsLeft()).isEqualTo(4);
    assertThat(one.expiresAt()).isEqualTo(NOW + 1_000);
  }

  @Test
  void poolsHavePricesAndWhatOneHoldsOfThem() throws InterruptedException {
    indexed.block(
        TestRecord.of("Market", GAME, 50, 3)
            .with("lords_amount", 300 * UNIT)
            .with("resource_amount", 900 * UNIT)
            .set(),
        TestRecord.of("Market", GAME, 50, 4).set(),
        TestRecord.of("Liquidity", List.of(Felt.of(GAME), Felt.of(50), ADA, Felt.of(4)))
            .with("shares", 12_345)
            .set(),
        TestRecord.of("Liquidity", List.of(Felt.of(GAME), Felt.of(50), BOB, Felt.of(3)))
            .with("shares", 9)
            .set());

    Pools seen = of(Pools.class).getFirst();

    assertThat(seen.pools()).hasSize(2);
    assertThat(seen.pools().get(0).shares()).isEqualTo("12345");
    assertThat(seen.pools().get(0).lordsPerUnit()).isEqualTo("0");
    EternumView.Pool wood = seen.pools().get(1);
    assertThat(wood.resourceType()).isEqualTo(Resource.Wood);
    assertThat(wood.shares()).isNull();
    assertThat(wood.lordsAmount()).isEqualTo("300");
    assertThat(wood.lordsPerUnit()).isEqualTo("0.333333");
  }

  @Test
  void theMarketHasTheNewestTradesOfAnybody() throws InterruptedException {
    indexed.block(structure(10, ADA, 100, 200).set());
    for (int i = 0; i < 12; i++) {
      indexed.block(swap(900 + i, i % 2 == 0 ? 10 : 11, i).set());
    }

    List<EternumView.BankTrade> market = of(Pools.class).getFirst().market();

    assertThat(market).hasSize(10);
    assertThat(market)
        .extracting(EternumView.BankTrade::lords)
        .startsWith("11", "10", "9")
        .endsWith("2");
    EternumView.BankTrade newest = market.getFirst();
    assertThat(newest.own()).isFalse();
    assertThat(newest.structureId()).isEqualTo(11);
    assertThat(newest.bought()).isTrue();
    assertThat(newest.amount()).isEqualTo(new Amount(Resource.Wood, "3"));
    assertThat(newest.bankEntityId()).isEqualTo(50);
    assertThat(newest.at()).isEqualTo(NOW);
    assertThat(market.get(1).own()).isTrue();
    assertThat(market.get(1).bought()).isFalse();
    assertThat(of(EternumView.Game.class).getFirst().unread()).isEmpty();
  }

  private static TestRecord swap(long id, long structure, long lords) {
    return TestRecord.of("SwapEvent", GAME, id, structure)
        .with("bank_entity_id", 50)
        .with("resource_type", 3)
        .with("resource_amount", 3 * UNIT)
        .with("lords_amount", lords * UNIT)
        .with("buy", structure == 11 ? 1 : 0)
        .with("timestamp", NOW);
  }

  @Test
  void guildsHaveMembersAndSayWhichOneMayJoin() throws InterruptedException {
    Felt eve = Felt.of(0xe7e);
    indexed.block(
        guild(BOB, "Bobs", 0, 2),
        guild(eve, "Eves", 0, 1),
        guild(Felt.of(5), "Open", 1, 1),
        guild(Felt.of(6), "Closed", 0, 7),
        member(ADA, BOB),
        member(BOB, BOB),
        TestRecord.of("AddressName", List.of(Felt.of(GAME), ADA)).withText("name", "Ada").set(),
        TestRecord.of("GuildWhitelist", List.of(Felt.of(GAME), eve, ADA))
            .with("whitelisted", 1)
            .set());

    Guilds seen = of(Guilds.class).getFirst();

    assertThat(seen.own()).isEqualTo(new Guild("0xb0b", "Bobs", false, 2, false));
    assertThat(seen.members())
        .containsExactlyInAnyOrder(new Member("0xada", "Ada"), new Member("0xb0b", null));
    assertThat(seen.others())
        .containsExactly(
            new Guild("0x5", "Open", true, 1, true),
            new Guild("0xe7e", "Eves", false, 1, true),
            new Guild("0x6", "Closed", false, 7, false));
    assertThat(of(EternumView.Game.class).getFirst().name()).isEqualTo("Ada");
  }

  @Test
  void hyperstructuresSayWhatTheyNeedAndWhatOneHasOfThem() throws InterruptedException {
    indexed.block(
        structure(60, Felt.ZERO, 7, 8).with("base.category", 2).set(),
        TestRecord.of("Hyperstructure", GAME, 60).with("points_total", 300).set(),
        TestRecord.of("HyperstructureRequirement", GAME, 60, 1)
            .with("needed", 10 * UNIT)
            .with("current", 4 * UNIT)
            .set(),
        TestRecord.of("HyperstructureRequirement", GAME, 60, 2)
            .with("needed", 10 * UNIT)
            .with("current", 10 * UNIT)
            .set(),
        TestRecord.of("HyperstructureShareholders", List.of(Felt.of(GAME), Felt.of(60), ADA))
            .with("points", 100)
            .set());

    assertThat(of(Hyperstructures.class).getFirst().all())
        .containsExactly(
            new Hyperstructure(
                60, new Hex(false, 7, 8), 70, List.of(new Amount(Resource.Stone, "6")), "33.33"));
  }

  @Test
  void theLeaderboardHasTheBestAndOneself() throws InterruptedException {
    List<ChainEvent> events = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      events.add(points(Felt.of(i), 1_000 - i));
    }
    events.add(points(ADA, 5));
    indexed.block(events);

    List<Leader> seen = of(Leaderboard.class).getFirst().leaders();

    assertThat(seen).hasSize(11);
    assertThat(seen.getFirst()).isEqualTo(new Leader(1, "0x1", null, "999", false));
    assertThat(seen.getLast()).isEqualTo(new Leader(13, "0xada", null, "5", true));
  }

  private static ChainEvent trade(long id, long maker, long taker, long expires) {
    return TestRecord.of("Trade", GAME, id)
        .with("maker_id", maker)
        .with("taker_id", taker)
        .with("maker_gives_resource_type", 3)
        .with("taker_pays_resource_type", 37)
        .with("maker_gives_min_resource_amount", 2 * UNIT)
        .with("taker_pays_min_resource_amount", UNIT / 2)
        .with("maker_gives_max_count", 4)
        .with("expires_at", expires)
        .set();
  }

  private static ChainEvent guild(Felt owner, String name, int open, int members) {
    return TestRecord.of("Guild", List.of(Felt.of(GAME), owner))
        .withText("name", name)
        .with("public", open)
        .with("member_count", members)
        .set();
  }

  private static ChainEvent member(Felt member, Felt guild) {
    return TestRecord.of("GuildMember", List.of(Felt.of(GAME), member))
        .with("guild_id", guild)
        .set();
  }

  private static ChainEvent points(Felt player, long points) {
    return TestRecord.of("PlayerRegisteredPoints", List.of(Felt.of(GAME), player))
        .with("registered_points", points)
        .set();
  }
}
