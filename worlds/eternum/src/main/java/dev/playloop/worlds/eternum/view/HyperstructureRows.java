package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Amount;
import dev.playloop.worlds.eternum.model.state.EternumView.Hyperstructure;
import dev.playloop.worlds.eternum.model.state.EternumView.Hyperstructures;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads hyperstructures: what they need, and what the account has of their points.
final class HyperstructureRows {
  private final Asking asking;

  HyperstructureRows(Asking asking) {
    this.asking = asking;
  }

  /// What of one is built, and what is not.
  private record Built(BigInteger current, BigInteger needed, List<Amount> needs) {
    int percent() {
      return needed.signum() == 0
          ? 0
          : current
              .multiply(BigInteger.valueOf(100))
              .divide(needed)
              .min(BigInteger.valueOf(100))
              .intValue();
    }
  }

  Hyperstructures read() throws InterruptedException {
    Map<Long, BigInteger> points = new LinkedHashMap<>();
    for (ToriiRow row :
        asking.rows(
            asking
                .of("Hyperstructure")
                .columns("hyperstructure_id", "points_total")
                .orderBy("completed", "hyperstructure_id"))) {
      points.put(row.number("hyperstructure_id"), row.wide("points_total"));
    }
    List<Long> ids =
        asking.first(List.copyOf(points.keySet()), EternumView.MAX_ROWS, "hyperstructures");
    Map<Long, List<ToriiRow>> places =
        asking.rowsBy(
            asking.of("Structure").columns("entity_id", "base.coord_x", "base.coord_y"),
            "entity_id",
            ids);
    Map<Long, List<ToriiRow>> needs =
        asking.rowsBy(
            asking
                .of("HyperstructureRequirement")
                .columns("hyperstructure_id", "resource_type", "needed", "current")
                .orderBy("resource_type")
                .limit(5_000),
            "hyperstructure_id",
            ids);
    Map<Long, BigInteger> own = shares();
    List<Hyperstructure> all = new ArrayList<>();
    for (long id : ids) {
      List<ToriiRow> place = places.getOrDefault(id, List.of());
      Built built = built(needs.getOrDefault(id, List.of()));
      BigInteger mine = own.getOrDefault(id, BigInteger.ZERO);
      all.add(
          new Hyperstructure(
              id,
              place.isEmpty() ? new Hex(false, 0, 0) : StructureRows.coord(place.getFirst()),
              built.percent(),
              built.needs(),
              mine.signum() == 0
                  ? null
                  : Amounts.percent(mine, points.getOrDefault(id, BigInteger.ZERO))));
    }
    return new Hyperstructures(all);
  }

  private Map<Long, BigInteger> shares() throws InterruptedException {
    Map<Long, BigInteger> own = new HashMap<>();
    for (ToriiRow row :
        asking.rows(
            asking
                .of("HyperstructureShareholders")
                .columns("hyperstructure_id", "points")
                .where("shareholder", asking.account()))) {
      own.put(row.number("hyperstructure_id"), row.wide("points"));
    }
    return own;
  }

  private static Built built(List<ToriiRow> rows) {
    BigInteger current = BigInteger.ZERO;
    BigInteger needed = BigInteger.ZERO;
    List<Amount> needs = new ArrayList<>();
    for (ToriiRow row : rows) {
      BigInteger missing = row.wide("needed").subtract(row.wide("current"));
      current = current.add(row.wide("current"));
      needed = needed.add(row.wide("needed"));
      if (missing.signum() > 0) {
        needs.add(
            new Amount(ResourceRows.byNumber(row.number("resource_type")), Amounts.text(missing)));
      }
    }
    return new Built(current, needed, needs);
  }
}
