package dev.playloop.worlds.eternum.model.sight;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.BankTrade;
import dev.playloop.worlds.eternum.model.state.EternumView.Order;
import dev.playloop.worlds.eternum.model.state.EternumView.Other;
import dev.playloop.worlds.eternum.model.state.EternumView.Pool;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.sight.Piece;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What is not the account's own, as pieces of a view: of each kind first what is nearest, newest
/// or concerns the account. Pure functions.
final class OtherRows {
  static final String NEARBY = "nearby";
  static final String EXPLORED = "explored";
  static final String ORDERS = "orders";
  static final String POOLS = "pools";
  static final String MARKET = "market";
  static final String GUILD_MEMBERS = "guildMembers";
  static final String GUILDS = "guilds";
  static final String HYPERSTRUCTURES = "hyperstructures";
  static final String LEADERBOARD = "leaderboard";
  static final String EVENTS = "events";

  /// The rank of a kind's first row, and how much less important each next one is.
  private static final Map<String, int[]> RANKS =
      Map.of(
          EVENTS, new int[] {10, 6},
          NEARBY, new int[] {12, 5},
          GUILD_MEMBERS, new int[] {15, 12},
          ORDERS, new int[] {20, 6},
          POOLS, new int[] {24, 6},
          HYPERSTRUCTURES, new int[] {28, 10},
          MARKET, new int[] {32, 8},
          LEADERBOARD, new int[] {30, 12},
          GUILDS, new int[] {40, 10},
          EXPLORED, new int[] {50, 3});

  private OtherRows() {}

  static List<Piece> pieces(SeenGame seen, Neighbourhood around) {
    List<Piece> pieces = new ArrayList<>();
    EternumView.Surroundings map = seen.surroundings();
    if (map != null) {
      rows(NEARBY, nearest(map, around).stream().map(one -> other(one, around)).toList(), pieces);
      rows(
          EXPLORED,
          map.explored().stream()
              .sorted(
                  Comparator.<EternumView.Tile>comparingLong(tile -> around.distance(tile.coord()))
                      .thenComparingLong(tile -> tile.coord().x())
                      .thenComparingLong(tile -> tile.coord().y()))
              .map(OtherRows::tile)
              .toList(),
          pieces);
    }
    market(seen, pieces);
    people(seen, pieces);
    EternumView.Hyperstructures all = seen.hyperstructures();
    if (all != null) {
      rows(
          HYPERSTRUCTURES,
          all.all().stream()
              .sorted(
                  Comparator.<EternumView.Hyperstructure>comparingInt(
                          one -> one.percent() >= 100 ? 1 : 0)
                      .thenComparingLong(one -> around.distance(one.coord()))
                      .thenComparingLong(EternumView.Hyperstructure::hyperstructureEntityId))
              .map(OtherRows::hyperstructure)
              .toList(),
          pieces);
    }
    rows(EVENTS, seen.events().stream().map(OtherRows::event).toList(), pieces);
    return pieces;
  }

  private static void rows(String section, List<? extends JsonNode> rows, List<Piece> pieces) {
    int[] rank = RANKS.getOrDefault(section, new int[] {0, 0});
    for (int i = 0; i < rows.size(); i++) {
      pieces.add(new Piece(rank[0] + rank[1] * i, section, i, null, Clean.json(rows.get(i))));
    }
  }

  private static void market(SeenGame seen, List<Piece> pieces) {
    rows(ORDERS, orders(seen).stream().map(one -> order(one, seen.now())).toList(), pieces);
    EternumView.Pools pools = seen.pools();
    if (pools != null) {
      rows(
          POOLS,
          pools.pools().stream()
              .sorted(
                  Comparator.<Pool>comparingInt(one -> one.shares() == null ? 1 : 0)
                      .thenComparing(Pool::resourceType)
                      .thenComparingLong(Pool::bankEntityId))
              .map(OtherRows::plain)
              .toList(),
          pieces);
      rows(MARKET, pools.market().stream().map(one -> trade(one, seen.now())).toList(), pieces);
    }
  }

  private static ObjectNode trade(BankTrade one, long now) {
    ObjectNode row = plain(one);
    row.remove("at");
    return row.put("secondsAgo", Math.max(0, now - one.at()));
  }

  /// Those that are still open: own ones, then those for the account alone, then what ends first.
  static List<Order> orders(SeenGame seen) {
    EternumView.Orders orders = seen.orders();
    return orders == null
        ? List.of()
        : orders.open().stream()
            .filter(one -> one.expiresAt() > seen.now())
            .sorted(
                Comparator.<Order>comparingInt(one -> one.own() ? 0 : one.takerId() != 0 ? 1 : 2)
                    .thenComparingLong(Order::expiresAt)
                    .thenComparingLong(Order::tradeId))
            .toList();
  }

  /// Who stands nearest; of those at one distance, explorers first, as they move.
  static List<Other> nearest(EternumView.Surroundings map, Neighbourhood around) {
    return map.others().stream()
        .sorted(
            Comparator.<Other>comparingLong(one -> around.distance(one.coord()))
                .thenComparing(Other::kind)
                .thenComparingLong(Other::id))
        .toList();
  }

  private static void people(SeenGame seen, List<Piece> pieces) {
    EternumView.Guilds guilds = seen.guilds();
    if (guilds != null) {
      rows(GUILD_MEMBERS, guilds.members().stream().map(OtherRows::plain).toList(), pieces);
      rows(
          GUILDS,
          guilds.others().stream()
              .sorted(
                  Comparator.<EternumView.Guild>comparingInt(one -> one.open() ? 0 : 1)
                      .thenComparing(Comparator.comparingInt(EternumView.Guild::members).reversed())
                      .thenComparing(EternumView.Guild::guildEntityId))
              .map(OtherRows::plain)
              .toList(),
          pieces);
    }
    EternumView.Leaderboard board = seen.leaderboard();
    if (board != null) {
      rows(
          LEADERBOARD,
          board.leaders().stream()
              .sorted(
                  Comparator.<EternumView.Leader>comparingInt(one -> one.own() ? 0 : 1)
                      .thenComparingInt(EternumView.Leader::rank))
              .map(OtherRows::plain)
              .toList(),
          pieces);
    }
  }

  private static ObjectNode plain(Record row) {
    return Json.LOG.valueToTree(row);
  }

  private static ObjectNode other(Other one, Neighbourhood around) {
    boolean explorer = one.kind().equals("Explorer");
    ObjectNode row = Json.NODES.objectNode();
    row.put("kind", one.kind()).put(explorer ? "explorerId" : "structureId", one.id());
    OwnRows.place(row, one.coord());
    if (around.distance(one.coord()) < Integer.MAX_VALUE) {
      row.put("distance", around.distance(one.coord()));
    }
    row.put("owner", one.owner() == null ? "nobody" : one.owner());
    if (one.troops() != null) {
      row.set("troops", OwnRows.troops(one.troops()));
    }
    return row;
  }

  private static ObjectNode tile(EternumView.Tile tile) {
    ObjectNode row = Json.NODES.objectNode();
    OwnRows.place(row, tile.coord());
    return row.put("biome", tile.biome());
  }

  private static ObjectNode order(Order one, long now) {
    ObjectNode row = plain(one);
    row.remove("expiresAt");
    return row.put("endsInSeconds", one.expiresAt() - now);
  }

  private static ObjectNode hyperstructure(EternumView.Hyperstructure one) {
    ObjectNode row = Json.NODES.objectNode();
    row.put("hyperstructureEntityId", one.hyperstructureEntityId());
    OwnRows.place(row, one.coord());
    row.put("percent", one.percent());
    row.set("needs", OwnRows.amounts(one.needs()));
    if (one.shares() != null) {
      row.put("yourShares", one.shares());
    }
    return row;
  }

  private static ObjectNode event(Scene.Happened event) {
    ObjectNode row = Json.NODES.objectNode().put("kind", event.kind());
    return row.put("at", event.at().toString()).put("text", event.text());
  }
}
