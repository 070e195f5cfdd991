package dev.playloop.worlds.eternum.model.sight;

import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Amount;
import dev.playloop.worlds.eternum.model.state.EternumView.Arrival;
import dev.playloop.worlds.eternum.model.state.EternumView.Explorer;
import dev.playloop.worlds.eternum.model.state.EternumView.Order;
import dev.playloop.worlds.eternum.model.state.EternumView.Other;
import dev.playloop.worlds.eternum.model.state.EternumView.Structure;
import dev.playloop.worlds.eternum.model.state.EternumView.Troops;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// The view in words, to "you": what there is, what can be done now, and what is not known. A
/// section begins with `## `; nobody's name can. Pure functions.
final class Words {
  /// Of each kind.
  private static final int ROWS = 5;

  private Words() {}

  static String of(SeenGame seen, Neighbourhood around, EternumView.Game game) {
    List<String> lines = new ArrayList<>();
    lines.add(head(game));
    List<String> unknown = seen.unknown();
    if (!unknown.isEmpty()) {
      lines.add("Not known, which does not mean that there is none: " + String.join("; ", unknown));
    }
    structures(seen, lines);
    arrivals(seen, lines);
    explorers(seen, lines);
    nearby(seen, around, lines);
    market(seen, lines);
    guild(seen, lines);
    rest(seen, lines);
    return String.join("\n", lines);
  }

  private static String head(EternumView.Game game) {
    String who =
        game.name() == null
            ? "an account without a name"
            : "the account " + Clean.name(game.name());
    return "You are %s (%s) in game %d. Block %d, %s (%d seconds since 1970)."
        .formatted(
            who,
            Clean.line(game.address(), 70),
            game.gameId(),
            game.block(),
            when(game.timestamp()),
            game.timestamp());
  }

  private static String when(long seconds) {
    return Math.abs(seconds) > 253_402_300_799L ? "?" : Instant.ofEpochSecond(seconds).toString();
  }

  private static void structures(SeenGame seen, List<String> lines) {
    List<Structure> all = OwnRows.structures(seen);
    lines.add("## Structures: " + all.size());
    for (Structure one : all.subList(0, Math.min(ROWS, all.size()))) {
      String guards =
          one.guards().isEmpty()
              ? "no guards"
              : "guards "
                  + one.guards().stream()
                      .map(guard -> guard.slot() + " " + troops(guard.troops()))
                      .collect(Collectors.joining(", "));
      lines.add(
          "- %s, structureId %d, level %d, at %s: %s, %d buildings"
              .formatted(
                  Clean.line(one.kind(), 20),
                  one.structureId(),
                  one.level(),
                  at(one.coord()),
                  guards,
                  one.buildings().size()));
    }
  }

  private static void arrivals(SeenGame seen, List<String> lines) {
    int shown = 0;
    int more = 0;
    int onTheWay = 0;
    lines.add("## Arrivals");
    for (Structure structure : OwnRows.structures(seen)) {
      List<Arrival> claimable = OwnRows.claimable(structure, seen.now());
      onTheWay += structure.arrivals().size() - claimable.size();
      for (Arrival arrival : claimable) {
        if (shown++ >= ROWS) {
          more++;
          continue;
        }
        lines.add(
            "- claimable: structureId %d, day %d, slot %d, resourceCount %d: %s"
                .formatted(
                    structure.structureId(),
                    arrival.day(),
                    arrival.slot(),
                    arrival.resourceCount(),
                    amounts(arrival.resources())));
      }
    }
    lines.add("%d more claimable, %d on the way".formatted(more, onTheWay));
  }

  private static void explorers(SeenGame seen, List<String> lines) {
    List<Explorer> all = OwnRows.explorers(seen);
    lines.add("## Explorers: " + all.size());
    for (Explorer one : all.subList(0, Math.min(ROWS, all.size()))) {
      String fight =
          OwnRows.fights(one, seen.now())
              ? ", in a fight for %d s more"
                  .formatted(Objects.requireNonNull(one.fightsUntil()) - seen.now())
              : "";
      lines.add(
          "- explorerId %d of structure %d at %s: %s, carries %s%s"
              .formatted(
                  one.explorerId(),
                  one.homeStructureId(),
                  at(one.coord()),
                  troops(one.troops()),
                  amounts(one.carries()),
                  fight));
    }
  }

  private static void nearby(SeenGame seen, Neighbourhood around, List<String> lines) {
    EternumView.Surroundings map = seen.surroundings();
    if (map == null) {
      return;
    }
    lines.add(
        "## Nearby: %d others, %d explored hexes"
            .formatted(map.others().size(), map.explored().size()));
    List<Other> nearest = OtherRows.nearest(map, around);
    for (Other one : nearest.subList(0, Math.min(ROWS, nearest.size()))) {
      long distance = around.distance(one.coord());
      lines.add(
          "- %s %d of %s at %s%s%s"
              .formatted(
                  Clean.line(one.kind(), 20),
                  one.id(),
                  one.owner() == null ? "nobody" : Clean.name(one.owner()),
                  at(one.coord()),
                  distance > Hex.MAX ? "" : ", " + distance + " hexes away",
                  one.troops() == null ? "" : ": " + troops(one.troops())));
    }
  }

  private static void market(SeenGame seen, List<String> lines) {
    EternumView.Pools pools = seen.pools();
    if (seen.orders() == null && pools == null) {
      return;
    }
    List<Order> orders = OtherRows.orders(seen);
    lines.add(
        "## Market: %d open orders, %d of them yours; %d pools, you have a part of %d"
            .formatted(
                orders.size(),
                orders.stream().filter(Order::own).count(),
                pools == null ? 0 : pools.pools().size(),
                pools == null
                    ? 0
                    : pools.pools().stream().filter(one -> one.shares() != null).count()));
  }

  private static void guild(SeenGame seen, List<String> lines) {
    EternumView.Guilds guilds = seen.guilds();
    if (guilds == null) {
      return;
    }
    EternumView.Guild own = guilds.own();
    lines.add(
        own == null
            ? "## Guild: none; %d others, of which you may join %d"
                .formatted(
                    guilds.others().size(),
                    guilds.others().stream().filter(EternumView.Guild::open).count())
            : "## Guild: %s, guildEntityId %s, %d members"
                .formatted(
                    Clean.name(own.name()), Clean.line(own.guildEntityId(), 70), own.members()));
  }

  private static void rest(SeenGame seen, List<String> lines) {
    EternumView.Hyperstructures all = seen.hyperstructures();
    if (all != null) {
      long built = all.all().stream().filter(one -> one.percent() >= 100).count();
      lines.add("## Hyperstructures: %d, %d of them built".formatted(all.all().size(), built));
    }
    EternumView.Leaderboard board = seen.leaderboard();
    if (board != null) {
      lines.add(
          board.leaders().stream()
              .filter(EternumView.Leader::own)
              .findFirst()
              .map(one ->
                  "## Leaderboard: you are number %d with %s points"
                      .formatted(one.rank(), Clean.line(one.points(), 40)))
              .orElse("## Leaderboard: you are not on it"));
    }
  }

  /// What found no room, and how to ask for it; empty where all did.
  static String leftOut(Map<String, Integer> leftOut) {
    return leftOut.isEmpty()
        ? ""
        : "\n## Left out for want of room: "
            + leftOut.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "))
            + ". Ask by observe_game, with sections or an id.";
  }

  private static String troops(Troops troops) {
    return Clean.line(troops.count(), 40)
        + " "
        + troops.category()
        + " "
        + troops.tier()
        + (troops.stamina() == null ? "" : " (stamina " + troops.stamina() + ")");
  }

  private static String amounts(List<Amount> amounts) {
    List<String> parts = new ArrayList<>();
    for (Amount amount : amounts) {
      if (parts.size() == ROWS) {
        parts.add("more");
        break;
      }
      parts.add(amount.resourceType() + " " + Clean.line(amount.amount(), 40));
    }
    return parts.isEmpty() ? "nothing" : String.join(", ", parts);
  }

  private static String at(Hex hex) {
    return "(%d, %d)%s".formatted(hex.x(), hex.y(), hex.alt() ? " of the other layer" : "");
  }
}
