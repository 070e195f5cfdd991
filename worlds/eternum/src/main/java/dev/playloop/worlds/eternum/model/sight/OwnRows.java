package dev.playloop.worlds.eternum.model.sight;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.game.HexDirection;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Amount;
import dev.playloop.worlds.eternum.model.state.EternumView.Arrival;
import dev.playloop.worlds.eternum.model.state.EternumView.Balance;
import dev.playloop.worlds.eternum.model.state.EternumView.Explorer;
import dev.playloop.worlds.eternum.model.state.EternumView.Structure;
import dev.playloop.worlds.eternum.model.state.EternumView.Troops;
import dev.playloop.worlds.model.sight.Piece;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The account's own structures and explorers as pieces of a view. Those come first for which
/// something can be done now: a structure with arrivals to claim, an explorer in a fight, and then
/// whatever is larger. Pure functions.
final class OwnRows {
  static final String STRUCTURES = "structures";
  static final String EXPLORERS = "explorers";

  /// Ranks of a row and its fields; each next row is that much less important.
  private static final int STEP = 10;

  /// More rows than these find no room, whatever is in them.
  static final int MOST = 80;

  private OwnRows() {}

  /// Claimable arrivals, then the level, then the older ones.
  static List<Structure> structures(SeenGame seen) {
    return seen.structures().stream()
        .sorted(
            Comparator.<Structure>comparingInt(one -> claimable(one, seen.now()).isEmpty() ? 1 : 0)
                .thenComparing(Comparator.comparingInt(Structure::level).reversed())
                .thenComparingLong(Structure::structureId))
        .toList();
  }

  /// Those in a fight, then the stronger, then the older ones.
  static List<Explorer> explorers(SeenGame seen) {
    return seen.explorers().stream()
        .sorted(
            Comparator.<Explorer>comparingInt(one -> fights(one, seen.now()) ? 0 : 1)
                .thenComparing(Comparator.comparing(OwnRows::strength).reversed())
                .thenComparingLong(Explorer::explorerId))
        .toList();
  }

  private static java.math.BigDecimal strength(Explorer explorer) {
    java.math.BigDecimal count = Stock.number(explorer.troops().count());
    return count == null ? java.math.BigDecimal.ZERO : count;
  }

  static List<Arrival> claimable(Structure structure, long now) {
    return structure.arrivals().stream().filter(one -> one.readyAt() <= now).toList();
  }

  static boolean fights(Explorer explorer, long now) {
    return explorer.fightsUntil() != null && explorer.fightsUntil() > now;
  }

  static List<Piece> pieces(SeenGame seen, Neighbourhood around) {
    List<Piece> pieces = new ArrayList<>();
    List<Structure> structures = structures(seen);
    for (int i = 0; i < Math.min(MOST, structures.size()); i++) {
      structure(structures.get(i), i, seen.now(), pieces);
      around(STRUCTURES, i, structures.get(i).coord(), around, pieces);
    }
    List<Explorer> explorers = explorers(seen);
    for (int i = 0; i < Math.min(MOST, explorers.size()); i++) {
      ObjectNode row = explorer(explorers.get(i), seen.now());
      pieces.add(new Piece(STEP * i + 1, EXPLORERS, i, null, Clean.json(row)));
      around(EXPLORERS, i, explorers.get(i).coord(), around, pieces);
    }
    return pieces;
  }

  private static void structure(Structure one, int i, long now, List<Piece> pieces) {
    ObjectNode row = Json.NODES.objectNode().put("structureId", one.structureId());
    row.put("kind", one.kind()).put("level", one.level());
    place(row, one.coord());
    ObjectNode guards = row.putObject("guards");
    one.guards().forEach(guard -> guards.set(guard.slot().name(), troops(guard.troops())));
    pieces.add(new Piece(STEP * i, STRUCTURES, i, null, Clean.json(row)));
    ArrayNode arrivals = Json.NODES.arrayNode();
    one.arrivals().forEach(arrival -> arrivals.add(arrival(arrival, now)));
    add(pieces, STEP * i + 1, i, "arrivals", arrivals);
    ObjectNode balances = Json.NODES.objectNode();
    ObjectNode produced = Json.NODES.objectNode();
    for (Balance balance : one.balances()) {
      balances.put(balance.resource().name(), Stock.at(balance, now));
      if (balance.production() != null) {
        produced.put(balance.resource().name(), balance.production().perSecond());
      }
    }
    add(pieces, STEP * i + 2, i, "balances", balances);
    add(pieces, STEP * i + 4, i, "producesPerSecond", produced);
    ArrayNode buildings = Json.NODES.arrayNode();
    for (EternumView.Building building : one.buildings()) {
      ObjectNode each = buildings.addObject();
      each.put("buildingCategory", building.buildingCategory().name());
      place(each.putObject("buildingCoord"), building.buildingCoord());
      if (building.paused()) {
        each.put("paused", true);
      }
    }
    add(pieces, STEP * i + 6, i, "buildings", buildings);
  }

  private static void add(List<Piece> pieces, int rank, int i, String field, JsonNode value) {
    pieces.add(new Piece(rank, STRUCTURES, i, field, Clean.json(value)));
  }

  private static void around(
      String section, int i, Hex hex, Neighbourhood neighbourhood, List<Piece> pieces) {
    Map<HexDirection, String> around = neighbourhood.around(hex);
    if (around != null) {
      ObjectNode value = Json.NODES.objectNode();
      around.forEach((direction, what) -> value.put(direction.name(), what));
      int rank = STEP * i + (section.equals(EXPLORERS) ? 3 : 7);
      pieces.add(new Piece(rank, section, i, "around", Clean.json(value)));
    }
  }

  private static ObjectNode arrival(Arrival arrival, long now) {
    ObjectNode each = Json.NODES.objectNode().put("day", arrival.day()).put("slot", arrival.slot());
    each.put("resourceCount", arrival.resourceCount());
    if (arrival.readyAt() <= now) {
      each.put("claimable", true);
    } else {
      each.put("claimableInSeconds", arrival.readyAt() - now);
    }
    each.set("resources", amounts(arrival.resources()));
    return each;
  }

  private static ObjectNode explorer(Explorer one, long now) {
    ObjectNode row = Json.NODES.objectNode().put("explorerId", one.explorerId());
    row.put("homeStructureId", one.homeStructureId());
    place(row, one.coord());
    row.set("troops", troops(one.troops()));
    row.set("carries", amounts(one.carries()));
    if (fights(one, now)) {
      row.put("fightsForSeconds", unboxed(one.fightsUntil()) - now);
    }
    return row;
  }

  private static long unboxed(@Nullable Long value) {
    return value == null ? 0 : value;
  }

  /// By resource.
  static ObjectNode amounts(List<Amount> amounts) {
    ObjectNode all = Json.NODES.objectNode();
    amounts.forEach(amount -> all.put(amount.resourceType().name(), amount.amount()));
    return all;
  }

  static ObjectNode troops(Troops troops) {
    ObjectNode all = Json.NODES.objectNode();
    all.put("category", troops.category().name()).put("tier", troops.tier().name());
    all.put("count", troops.count());
    if (troops.stamina() != null) {
      all.put("stamina", troops.stamina());
    }
    return all;
  }

  static void place(ObjectNode row, Hex hex) {
    if (hex.alt()) {
      row.put("alt", true);
    }
    row.put("x", hex.x()).put("y", hex.y());
  }
}
