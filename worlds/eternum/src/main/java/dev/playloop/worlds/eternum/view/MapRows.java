package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Other;
import dev.playloop.worlds.eternum.model.state.EternumView.Surroundings;
import dev.playloop.worlds.eternum.model.state.EternumView.Tile;
import dev.playloop.worlds.eternum.model.state.EternumView.Troops;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import dev.playloop.worlds.eternum.torii.ToriiSelect.Box;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads the map around some hexes: what is explored, and who else is there, the nearest first.
final class MapRows {
  /// Around how many hexes one looks.
  static final int MAX_CENTRES = 12;

  private static final String NO_BIOME = "None";
  private static final int MAX_ROWS = 4_000;

  private final Asking asking;
  private final TroopRows troops;

  MapRows(Asking asking, GameClock clock) {
    this.asking = asking;
    this.troops = new TroopRows(clock, asking.head().timestamp());
  }

  /// What is not the account's, of those on the map.
  private record Found(Other other, Felt owner) {}

  /// Around at most [#MAX_CENTRES] of these, as far as `tiles` hexes for what is explored and
  /// `others` for who is there.
  Surroundings read(List<Hex> centres, int tiles, int others) throws InterruptedException {
    List<Hex> from = centres.stream().distinct().limit(MAX_CENTRES).toList();
    if (from.isEmpty()) {
      return new Surroundings(List.of(), List.of());
    }
    Comparator<Hex> nearest = Comparator.comparingLong(hex -> distance(from, hex));
    List<Found> found = new ArrayList<>();
    structures(from, others, found);
    explorers(from, others, found);
    found.sort(Comparator.comparing(each -> each.other().coord(), nearest));
    List<Found> shown = asking.first(found, EternumView.MAX_ROWS, "others on the map");
    PlayerNames names = PlayerNames.of(asking, shown.stream().map(Found::owner).toList());
    return new Surroundings(
        explored(from, tiles, nearest),
        shown.stream()
            .map(each ->
                new Other(
                    each.other().kind(),
                    each.other().id(),
                    each.other().coord(),
                    names.shown(each.owner()),
                    each.other().troops()))
            .toList());
  }

  private List<Tile> explored(List<Hex> from, int far, Comparator<Hex> nearest)
      throws InterruptedException {
    List<Tile> tiles = new ArrayList<>();
    for (ToriiRow row :
        asking.rows(
            asking
                .of("Tile")
                .columns("col", "row", "biome")
                .whereWithin("col", "row", boxes(from, far))
                .limit(MAX_ROWS))) {
      Hex hex = new Hex(false, row.number("col"), row.number("row"));
      String biome = row.text("biome");
      if (!biome.equals(NO_BIOME) && distance(from, hex) <= far) {
        tiles.add(new Tile(hex, PlayerNames.cut(biome)));
      }
    }
    tiles.sort(Comparator.comparing(Tile::coord, nearest));
    return tiles.size() <= EternumView.MAX_ROWS ? tiles : tiles.subList(0, EternumView.MAX_ROWS);
  }

  private void structures(List<Hex> from, int far, List<Found> found) throws InterruptedException {
    for (ToriiRow row :
        asking.rows(
            asking
                .of("Structure")
                .whereWithin("base.coord_x", "base.coord_y", boxes(from, far))
                .whereNot("owner", asking.account()))) {
      Hex coord = StructureRows.coord(row);
      if (distance(from, coord) <= far) {
        List<EternumView.Guard> guards = troops.guards(row);
        Troops first = guards.isEmpty() ? null : guards.getFirst().troops();
        Felt owner = row.word("owner");
        found.add(
            new Found(
                new Other(StructureRows.kind(row), row.number("entity_id"), coord, null, first),
                owner));
      }
    }
  }

  private void explorers(List<Hex> from, int far, List<Found> found) throws InterruptedException {
    List<ToriiRow> rows =
        asking.rows(
            asking.of("ExplorerTroops").whereWithin("coord.x", "coord.y", boxes(from, far)));
    Set<Long> homes = new HashSet<>();
    rows.forEach(row -> homes.add(row.number("owner")));
    Map<Long, Felt> owners = new HashMap<>();
    for (Map.Entry<Long, List<ToriiRow>> home :
        asking
            .rowsBy(asking.of("Structure").columns("entity_id", "owner"), "entity_id", homes)
            .entrySet()) {
      home.getValue().forEach(row -> owners.put(home.getKey(), row.word("owner")));
    }
    for (ToriiRow row : rows) {
      Felt owner = owners.getOrDefault(row.number("owner"), Felt.ZERO);
      Hex coord = ExplorerRows.coord(row);
      if (!owner.equals(asking.account()) && distance(from, coord) <= far) {
        Troops there = troops.read(row, "troops");
        found.add(
            new Found(new Other("Explorer", row.number("explorer_id"), coord, null, there), owner));
      }
    }
  }

  private static List<Box> boxes(List<Hex> from, int far) {
    return from.stream().map(hex -> Box.around(hex.x(), hex.y(), far)).toList();
  }

  private static long distance(List<Hex> from, Hex hex) {
    return from.stream().mapToLong(hex::distance).min().orElse(Long.MAX_VALUE);
  }
}
