package dev.playloop.worlds.model.space;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.sight.Piece;
import dev.playloop.worlds.model.space.Grid.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What somebody sees who stands somewhere: the nearest [#NEAREST] of those that have a place, and
/// in the second person where that is. Beyond the budget the farthest go first, and the summary is
/// written again without them. Pure; looks at each entity once, and goes through a scene once for
/// all who look at it.
///
/// @param map the kind of the entity that a scene is named by; it is not near anybody
/// @param tokens the budget
public record Surroundings(Grid grid, String map, int tokens) {
  public static final int NEAREST = 5;

  /// @param self the entity that looks; where no place is told of it, it sees none
  public Sight of(Scene scene, String self) {
    return over(scene).apply(self);
  }

  /// The same for all who look at this scene.
  public Function<String, Sight> over(Scene scene) {
    Panorama panorama = panorama(scene);
    return self -> of(panorama, self);
  }

  /// @param where the scene's name; of several maps the first by id is meant
  /// @param there whom one can see, by id
  private record Panorama(Scene scene, String where, List<Placed> there) {}

  private record Placed(String id, Scene.Entity entity, Place place) {}

  private Panorama panorama(Scene scene) {
    String where = null;
    List<Placed> there = new ArrayList<>(scene.entities().size());
    for (Map.Entry<String, Scene.Entity> each : scene.entities().entrySet()) {
      Scene.Entity entity = each.getValue();
      Place place = place(entity);
      if (entity.kind().equals(map)) {
        where = where == null ? Nearby.name(each.getKey(), entity) : where;
      } else if (place != null) {
        there.add(new Placed(each.getKey(), entity, place));
      }
    }
    return new Panorama(scene, where == null ? Nearby.unquoted(scene.id().value()) : where, there);
  }

  private Sight of(Panorama panorama, String self) {
    Place here = place(panorama.scene.entities().get(self));
    String where = "You are in \"" + panorama.where + "\".";
    if (here == null) {
      return fit(where + " Nobody tells where you stand in it.", Json.NODES.objectNode());
    }
    Found found = found(panorama, self, here);
    List<Nearby> near = new ArrayList<>(found.near);
    Sight sight = sight(where, here, near, found.others);
    while (sight.tokens() > tokens && !near.isEmpty()) {
      near.removeLast();
      sight = sight(where, here, near, found.others);
    }
    return sight.tokens() > tokens ? fit(sight.summary(), sight.state()) : sight;
  }

  /// @param near the nearest first
  /// @param others how many there are in all
  private record Found(List<Nearby> near, int others) {}

  private Found found(Panorama panorama, String self, Place here) {
    PriorityQueue<Nearby> near = new PriorityQueue<>(NEAREST + 1, Nearby.NEAREST.reversed());
    int others = 0;
    for (Placed each : panorama.there) {
      if (!each.id.equals(self)) {
        others++;
        keep(near, each, here);
      }
    }
    List<Nearby> sorted = new ArrayList<>(near);
    sorted.sort(Nearby.NEAREST);
    return new Found(sorted, others);
  }

  /// Most are farther than those that are kept, and nothing is made of them.
  private void keep(PriorityQueue<Nearby> near, Placed each, Place here) {
    Nearby farthest = near.size() < NEAREST ? null : near.peek();
    if (farthest == null || grid.between(here, each.place).length() <= farthest.step().length()) {
      near.add(new Nearby(each.id, each.entity, grid.between(here, each.place)));
      if (near.size() > NEAREST) {
        near.remove();
      }
    }
  }

  private static @Nullable Place place(Scene.@Nullable Entity entity) {
    return entity == null || entity.x() == null || entity.y() == null
        ? null
        : new Place(entity.x(), entity.y());
  }

  private static Sight sight(String where, Place here, List<Nearby> near, int others) {
    ObjectNode state = Json.NODES.objectNode();
    state.putObject("you").put("x", here.x().number()).put("y", here.y().number());
    ArrayNode rows = state.putArray("near");
    near.forEach(each -> rows.add(each.row()));
    int more = others - near.size();
    if (more > 0) {
      state.put("more", more);
    }
    return Sight.of(state, where + " " + words(near, more));
  }

  private static String words(List<Nearby> near, int more) {
    if (near.isEmpty()) {
      return more == 0 ? "Nobody and nothing is near." : more + " others are there.";
    }
    List<String> parts = new ArrayList<>(near.stream().map(Nearby::words).toList());
    if (more > 0) {
      parts.add("and " + more + " more");
    }
    return "Near you: " + String.join("; ", parts) + ".";
  }

  /// Cuts the summary for what the budget leaves beside the state, not within a character.
  private Sight fit(String summary, JsonNode state) {
    int room = tokens * Sight.BYTES_PER_TOKEN - Piece.size(state);
    String cut = summary;
    while (Piece.size(cut) > room && !cut.isEmpty()) {
      cut = cut.substring(0, cut.offsetByCodePoints(cut.length(), -1));
    }
    return Sight.of(state, cut);
  }
}
