package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.game.TroopTier;
import dev.playloop.worlds.eternum.model.game.TroopType;
import dev.playloop.worlds.eternum.model.state.EternumView.Amount;
import dev.playloop.worlds.eternum.model.state.EternumView.Explorer;
import dev.playloop.worlds.eternum.model.state.EternumView.Troops;
import dev.playloop.worlds.eternum.model.state.EternumViewExplorerBuilder;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads explorers with what they carry.
final class ExplorerRows {
  /// Troops that are none: a row of them would be a mistake of the contracts.
  private static final Troops NONE = new Troops(TroopType.Knight, TroopTier.T1, "0", 0L);

  private final Asking asking;
  private final TroopRows troops;

  ExplorerRows(Asking asking, GameClock clock) {
    this.asking = asking;
    this.troops = new TroopRows(clock, asking.head().timestamp());
  }

  List<Explorer> read(List<ToriiRow> rows) throws InterruptedException {
    Map<Long, ToriiRow> byId = new LinkedHashMap<>();
    rows.forEach(row -> byId.put(row.number("explorer_id"), row));
    Map<Long, List<ToriiRow>> carried =
        asking.rowsBy(
            asking.of("Resource").columns(ResourceRows.balanceColumns()),
            "entity_id",
            byId.keySet());
    List<Explorer> explorers = new ArrayList<>();
    byId.forEach((id, row) -> {
      long fights = row.large("troops.battle_cooldown_end");
      explorers.add(
          EternumViewExplorerBuilder.builder()
              .explorerId(id)
              .homeStructureId(row.number("owner"))
              .coord(coord(row))
              .troops(troops(row))
              .carries(carries(carried.getOrDefault(id, List.of())))
              .fightsUntil(fights > asking.head().timestamp() ? fights : null)
              .build());
    });
    return explorers;
  }

  static Hex coord(ToriiRow row) {
    return new Hex(row.flag("coord.alt"), row.number("coord.x"), row.number("coord.y"));
  }

  private Troops troops(ToriiRow row) {
    Troops read = troops.read(row, "troops");
    return read == null ? NONE : read;
  }

  private static List<Amount> carries(List<ToriiRow> rows) {
    return rows.isEmpty() ? List.of() : ResourceRows.amounts(rows.getFirst());
  }
}
