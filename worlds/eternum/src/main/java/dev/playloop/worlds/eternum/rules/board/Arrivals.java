package dev.playloop.worlds.eternum.rules.board;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.ResourceAmount;
import java.util.ArrayList;
import java.util.List;

/// What is on its way: resources by the day and slot in which they are there. The twin of the
/// second part of `resources.cairo`.
public final class Arrivals {
  private Arrivals() {}

  public static Uint travelSeconds(OpenGame game, MapCoord from, MapCoord to) {
    return from.distance(to).times(game.config("seconds_per_hex"));
  }

  /// Puts resources into the slot of a day that begins when they are there, or next after.
  public static void arrive(
      OpenGame game, Uint structure, Uint seconds, List<ResourceAmount> resources) {
    Uint slots = game.config("day_slots").into(64);
    Uint length = game.config("day_seconds").over(slots);
    Uint period = game.now().plus(seconds).plus(length).minus(1).over(length);
    Felt[] keys = keys(structure, period.over(slots), period.rest(slots).fit(8));
    GameRecord arrival =
        game.find("ResourceArrival", keys).orElseGet(() -> game.blank("ResourceArrival", keys));
    List<ResourceAmount> merged = arrival.list("resources");
    for (ResourceAmount item : resources) {
      merged = with(merged, item);
    }
    game.put(arrival.withList("resources", merged));
  }

  /// When the slot of a day can be claimed.
  public static Uint slotBegins(OpenGame game, Uint day, Uint slot) {
    Uint slots = game.config("day_slots").into(64);
    return day.times(slots).plus(slot.into(64)).times(game.config("day_seconds").over(slots));
  }

  public static Felt[] keys(Uint structure, Uint day, Uint slot) {
    return new Felt[] {structure.felt(), day.felt(), slot.felt()};
  }

  /// The list with an item more; one resource stands once in it.
  private static List<ResourceAmount> with(List<ResourceAmount> list, ResourceAmount item) {
    List<ResourceAmount> out = new ArrayList<>();
    boolean merged = false;
    for (ResourceAmount other : list) {
      if (other.resource().equals(item.resource())) {
        out.add(new ResourceAmount(other.resource(), other.amount().plus(item.amount())));
        merged = true;
      } else {
        out.add(other);
      }
    }
    if (!merged) {
      out.add(item);
    }
    return out;
  }
}
