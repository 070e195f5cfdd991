package dev.playloop.worlds.eternum.watch;

import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Arrival;
import dev.playloop.worlds.eternum.model.state.EternumView.Order;
import dev.playloop.worlds.eternum.model.state.EternumView.Orders;
import dev.playloop.worlds.eternum.model.state.EternumView.Structure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What one account is told because its time has come, whether or not a block has: arrivals that
/// can be claimed, and own orders that nobody can take any more. Each is told once.
final class DueThings {
  /// Those that were due at the last look.
  private Set<String> told = new HashSet<>();

  private boolean looked;

  /// A happening, and what names it among all of the account.
  record Due(String id, Happening happening) {}

  /// What became due since the last look; at the first one, since `before`, which is when somebody
  /// else looked last. Times in seconds.
  List<Due> since(List<EternumView> entities, long before, long now) {
    List<Due> due = new ArrayList<>();
    Set<String> there = new HashSet<>();
    for (EternumView each : entities) {
      if (each instanceof Structure structure) {
        List<Arrival> ready = new ArrayList<>();
        for (Arrival arrival : structure.arrivals()) {
          String name = name(structure.structureId(), arrival);
          if (arrival.readyAt() <= now
              && there.add(name)
              && isNew(name, arrival.readyAt(), before)) {
            ready.add(arrival);
          }
        }
        if (!ready.isEmpty()) {
          String last = name(structure.structureId(), ready.getLast());
          due.add(
              new Due(
                  last + "-" + ready.size(),
                  GameHappenings.arrivals(structure.structureId(), ready)));
        }
      } else if (each instanceof Orders orders) {
        for (Order order : orders.open()) {
          String name = "order-" + order.tradeId();
          if (order.own()
              && order.expiresAt() <= now
              && there.add(name)
              && isNew(name, order.expiresAt(), before)) {
            due.add(new Due(name, GameHappenings.expired(order)));
          }
        }
      }
    }
    told = there;
    looked = true;
    return due;
  }

  private boolean isNew(String name, long at, long before) {
    return looked ? !told.contains(name) : at > before;
  }

  private static String name(long structure, Arrival arrival) {
    return "arrival-" + structure + "-" + arrival.day() + "-" + arrival.slot();
  }

  /// When the next thing becomes due; [Long#MAX_VALUE] where nothing does.
  static long next(List<EternumView> entities, long now) {
    long next = Long.MAX_VALUE;
    for (EternumView each : entities) {
      if (each instanceof Structure structure) {
        for (Arrival arrival : structure.arrivals()) {
          next = earlier(next, arrival.readyAt(), now);
        }
      } else if (each instanceof Orders orders) {
        for (Order order : orders.open()) {
          next = order.own() ? earlier(next, order.expiresAt(), now) : next;
        }
      }
    }
    return next;
  }

  private static long earlier(long one, long other, long now) {
    return other > now && other < one ? other : one;
  }
}
