package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.event.WorldEvent;
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
import dev.playloop.worlds.eternum.model.state.EternumView.Guard;
import dev.playloop.worlds.eternum.model.state.EternumView.Production;
import dev.playloop.worlds.eternum.model.state.EternumView.Troops;
import dev.playloop.worlds.eternum.model.state.EternumViewExplorerBuilder;
import dev.playloop.worlds.eternum.model.state.EternumViewGameBuilder;
import dev.playloop.worlds.eternum.model.state.EternumViewOrderBuilder;
import dev.playloop.worlds.eternum.model.state.EternumViewPoolBuilder;
import dev.playloop.worlds.eternum.model.state.EternumViewStructureBuilder;
import dev.playloop.worlds.model.Scene;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What a watcher puts, at 1,000 seconds by the chain's clock.
public final class ViewSamples {
  public static final String ACCOUNT = "0xacc";
  public static final long NOW = 1_000;

  private ViewSamples() {}

  public static EternumView.Game game(@Nullable String name, String... unread) {
    return EternumViewGameBuilder.builder()
        .gameId(7)
        .address(ACCOUNT)
        .name(name)
        .block(123)
        .timestamp(NOW)
        .unread(List.of(unread))
        .build();
  }

  /// A realm with guards, three buildings and nothing on the way.
  public static EternumView.Structure realm(long id, int level, Hex coord) {
    return EternumViewStructureBuilder.builder()
        .structureId(id)
        .kind("Realm")
        .level(level)
        .coord(coord)
        .guards(List.of(new Guard(GuardSlot.Delta, knights("10"))))
        .balances(
            List.of(
                new Balance(Resource.Wood, "10.5", new Production("0.25", 900, "20")),
                new Balance(Resource.Wheat, "1", new Production("0.5", 900, null)),
                new Balance(Resource.Lords, "3", null)))
        .buildings(
            List.of(
                new EternumView.Building(
                    BuildingCategory.ResourceWood, new Hex(false, 11, 10), false),
                new EternumView.Building(BuildingCategory.WorkersHut, new Hex(false, 9, 10), true)))
        .arrivals(List.of())
        .build();
  }

  public static EternumView.Structure with(EternumView.Structure realm, Arrival... arrivals) {
    return EternumViewStructureBuilder.builder(realm).arrivals(List.of(arrivals)).build();
  }

  public static Arrival arrival(long day, int slot, long readyAt) {
    return new Arrival(
        day,
        slot,
        2,
        readyAt,
        List.of(new Amount(Resource.Wood, "5"), new Amount(Resource.Coal, "6")));
  }

  public static Troops knights(String count) {
    return new Troops(TroopType.Knight, TroopTier.T1, count, 30L);
  }

  public static EternumView.Explorer explorer(long id, Hex coord, @Nullable Long fightsUntil) {
    return EternumViewExplorerBuilder.builder()
        .explorerId(id)
        .homeStructureId(11)
        .coord(coord)
        .troops(knights("5"))
        .carries(List.of(new Amount(Resource.Wood, "2")))
        .fightsUntil(fightsUntil)
        .build();
  }

  public static EternumView.Order order(long id, boolean own, long takerId, long expiresAt) {
    return EternumViewOrderBuilder.builder()
        .tradeId(id)
        .makerId(own ? 11 : 41)
        .takerId(takerId)
        .own(own)
        .gives(new Amount(Resource.Wood, "5"))
        .pays(new Amount(Resource.Lords, "0.5"))
        .unitsLeft(10)
        .expiresAt(expiresAt)
        .build();
  }

  public static EternumView.Pool pool(Resource resource, @Nullable String shares) {
    return EternumViewPoolBuilder.builder()
        .bankEntityId(61)
        .resourceType(resource)
        .resourceAmount("1000")
        .lordsAmount("500")
        .lordsPerUnit("0.5")
        .shares(shares)
        .build();
  }

  /// One realm, one explorer, and one or two of each other kind; every text that others choose is
  /// `name`.
  public static List<EternumView> small(String name) {
    return List.of(
        game(name),
        with(realm(11, 2, new Hex(false, 20, 30)), arrival(3, 4, 900), arrival(3, 5, 1_060)),
        explorer(21, new Hex(false, 21, 30), null),
        new EternumView.Surroundings(
            List.of(new EternumView.Tile(new Hex(false, 22, 30), name)),
            List.of(
                new EternumView.Other("Explorer", 31, new Hex(false, 22, 31), name, knights("7")),
                new EternumView.Other(name, 41, new Hex(false, 25, 30), null, null))),
        new EternumView.Orders(List.of(order(51, true, 0, 2_000), order(52, false, 0, 1_500))),
        new EternumView.Pools(
            List.of(pool(Resource.Wood, null), pool(Resource.Stone, "42")), List.of()),
        new EternumView.Guilds(
            new EternumView.Guild("0xbee", name, true, 2, true),
            List.of(new EternumView.Member("0xbee", name)),
            List.of(new EternumView.Guild("0xcee", name, false, 9, false))),
        new EternumView.Hyperstructures(
            List.of(
                new EternumView.Hyperstructure(
                    71,
                    new Hex(false, 30, 30),
                    40,
                    List.of(new Amount(Resource.Stone, "1000")),
                    null))),
        new EternumView.Leaderboard(
            List.of(
                new EternumView.Leader(1, "0xbee", name, "900", false),
                new EternumView.Leader(2, ACCOUNT, name, "100", true))));
  }

  /// Everything an account of `structures` structures can have at most.
  public static List<EternumView> large(int structures, String name) {
    List<EternumView> all = new ArrayList<>(small(name));
    all.removeIf(EternumView.Structure.class::isInstance);
    for (int i = 0; i < structures; i++) {
      EternumView.Structure realm = realm(100 + i, 1 + i % 3, new Hex(false, 20 + i, 30));
      all.add(i == structures / 2 ? with(realm, arrival(3, 4, 900)) : realm);
      all.add(
          explorer(
              5_000 + i,
              new Hex(false, 20 + i, 31),
              i == structures / 3 ? Long.valueOf(1_100) : null));
    }
    all.removeIf(EternumView.Orders.class::isInstance);
    all.add(
        new EternumView.Orders(
            IntStream.range(0, EternumView.MAX_ROWS)
                .mapToObj(i -> order(600 + i, i == 40, 0, 2_000 + i))
                .toList()));
    all.removeIf(EternumView.Surroundings.class::isInstance);
    all.add(
        new EternumView.Surroundings(
            IntStream.range(0, EternumView.MAX_ROWS)
                .mapToObj(i -> new EternumView.Tile(new Hex(false, 500 + i, 40), name))
                .toList(),
            IntStream.range(0, EternumView.MAX_ROWS)
                .mapToObj(i ->
                    new EternumView.Other(
                        "Explorer", 900 + i, new Hex(false, 30 + i, 60 + i), name, knights("7")))
                .toList()));
    return all;
  }

  public static Scene scene(List<EternumView> states) {
    Scene scene = Scene.empty(EternumScenes.of(ACCOUNT));
    long version = 1;
    for (EternumView state : states) {
      scene =
          scene.with(EternumScenes.changed("e" + version, ACCOUNT, Instant.EPOCH, version, state));
      version++;
    }
    return scene;
  }

  public static Scene happened(Scene scene, int number, String text) {
    return scene.with(
        EternumScenes.happened(
            "h" + number,
            ACCOUNT,
            Instant.ofEpochSecond(number),
            new WorldEvent.Happening("battle.ended", text, null)));
  }
}
