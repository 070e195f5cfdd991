package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.eternum.model.game.BuildingCategory;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Amount;
import dev.playloop.worlds.eternum.model.state.EternumView.Arrival;
import dev.playloop.worlds.eternum.model.state.EternumView.Balance;
import dev.playloop.worlds.eternum.model.state.EternumView.Building;
import dev.playloop.worlds.eternum.model.state.EternumView.Structure;
import dev.playloop.worlds.eternum.model.state.EternumViewStructureBuilder;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Reads structures with all that is in them: one question for each kind of thing, however many
/// structures there are.
final class StructureRows {
  /// Kinds of structures by number. Index 0 is none.
  static final List<String> KINDS =
      List.of("None", "Realm", "Hyperstructure", "Bank", "FragmentMine", "Village");

  private static final List<BuildingCategory> CATEGORIES = List.of(BuildingCategory.values());
  private static final List<String> BUILDINGS =
      Stream.concat(Stream.of("None"), Stream.of(BuildingCategory.values()).map(Enum::name))
          .toList();
  private static final int MAX_IN_ONE = 8_000;

  private final Asking asking;
  private final GameClock clock;
  private final TroopRows troops;

  StructureRows(Asking asking, GameClock clock) {
    this.asking = asking;
    this.clock = clock;
    this.troops = new TroopRows(clock, asking.head().timestamp());
  }

  /// Structures by their ids, of whomever, in the order of the rows.
  List<Structure> read(List<ToriiRow> rows) throws InterruptedException {
    Map<Long, ToriiRow> byId = new LinkedHashMap<>();
    rows.forEach(row -> byId.put(row.number("entity_id"), row));
    Map<Long, List<ToriiRow>> resources =
        asking.rowsBy(asking.of("Resource"), "entity_id", byId.keySet());
    Map<Long, List<ToriiRow>> buildings =
        asking.rowsBy(
            asking
                .of("Building")
                .columns("structure_id", "inner_x", "inner_y", "category", "paused")
                .orderBy("inner_x", "inner_y")
                .limit(MAX_IN_ONE),
            "structure_id",
            byId.keySet());
    Map<Long, List<ToriiRow>> arrivals =
        asking.rowsBy(
            asking
                .of("ResourceArrival")
                .columns("structure_id", "day", "slot", "resources")
                .orderBy("day", "slot")
                .limit(MAX_IN_ONE),
            "structure_id",
            byId.keySet());
    List<Structure> structures = new ArrayList<>();
    byId.forEach((id, row) ->
        structures.add(
            EternumViewStructureBuilder.builder()
                .structureId(id)
                .kind(kind(row))
                .level((int) row.number("base.level"))
                .coord(coord(row))
                .guards(troops.guards(row))
                .balances(balances(resources.getOrDefault(id, List.of())))
                .buildings(buildings(id, buildings.getOrDefault(id, List.of())))
                .arrivals(arrivals(id, arrivals.getOrDefault(id, List.of())))
                .build()));
    return structures;
  }

  static String kind(ToriiRow row) {
    return KINDS.get(row.variant("base.category", KINDS));
  }

  static Hex coord(ToriiRow row) {
    return new Hex(false, row.number("base.coord_x"), row.number("base.coord_y"));
  }

  private static List<Balance> balances(List<ToriiRow> rows) {
    return rows.isEmpty() ? List.of() : ResourceRows.balances(rows.getFirst());
  }

  private List<Building> buildings(long id, List<ToriiRow> rows) {
    List<Building> all = new ArrayList<>();
    for (ToriiRow row : rows) {
      int category = row.variant("category", BUILDINGS);
      if (category > 0) {
        all.add(
            new Building(
                CATEGORIES.get(category - 1),
                new Hex(false, row.number("inner_x"), row.number("inner_y")),
                row.flag("paused")));
      }
    }
    return asking.first(all, EternumView.MAX_ROWS, "buildings of structure " + id);
  }

  private List<Arrival> arrivals(long id, List<ToriiRow> rows) {
    List<Arrival> all = new ArrayList<>();
    for (ToriiRow row : rows) {
      List<Amount> resources = ResourceRows.list(row, "resources");
      if (!resources.isEmpty()) {
        long day = row.large("day");
        int slot = (int) row.number("slot");
        all.add(new Arrival(day, slot, resources.size(), clock.slotBegins(day, slot), resources));
      }
    }
    all.sort(Comparator.comparingLong(Arrival::readyAt));
    return asking.first(all, EternumView.MAX_ROWS, "arrivals of structure " + id);
  }
}
