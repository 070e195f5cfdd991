package dev.playloop.worlds.model.space;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.sight.Piece;
import dev.playloop.worlds.model.space.Grid.Place;
import dev.playloop.worlds.model.space.Grid.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What somebody sees who stands somewhere: the nearest [#NEAREST] of those that have a place, and
/// in the second person where that is. Beyond the budget the farthest go first, and the summary is
/// written again without them. Pure; looks at each entity once.
///
/// @param map the kind of the entity that a scene is named by; it is not near anybody
/// @param tokens the budget
public record Surroundings(Grid grid, String map, int tokens) {
  public static final int NEAREST = 5;

  /// @param self the entity that looks; where no place is told of it, it sees none
  public Sight of(Scene scene, String self) {
    Place here = place(scene.entities().get(self));
    Found found = found(scene, self, here);
    String where = "You are in \"" + found.where + "\".";
    if (here == null) {
      return fit(where + " Nobody tells where you stand in it.", Json.NODES.objectNode());
    }
    List<Nearby> near = new ArrayList<>(found.near);
    Sight sight = sight(where, here, near, found.others);
    while (sight.tokens() > tokens && !near.isEmpty()) {
      near.removeLast();
      sight = sight(where, here, near, found.others);
    }
    return sight.tokens() > tokens ? fit(sight.summary(), sight.state()) : sight;
  }

  /// @param where the scene's name; of several maps the first by id is meant
  /// @param near the nearest first
  /// @param others how many there are in all
  private record Found(String where, List<Nearby> near, int others) {}

  private Found found(Scene scene, String self, @Nullable Place here) {
    String where = null;
    PriorityQueue<Nearby> near = new PriorityQueue<>(NEAREST + 1, Nearby.NEAREST.reversed());
    int others = 0;
    for (Map.Entry<String, Scene.Entity> each : scene.entities().entrySet()) {
      String id = each.getKey();
      Scene.Entity entity = each.getValue();
      Place there = place(entity);
      if (entity.kind().equals(map)) {
        where = where == null ? Nearby.name(id, entity) : where;
      } else if (here != null && there != null && !id.equals(self)) {
        others++;
        keep(near, id, entity, grid.between(here, there));
      }
    }
    List<Nearby> sorted = new ArrayList<>(near);
    sorted.sort(Nearby.NEAREST);
    return new Found(where == null ? Nearby.unquoted(scene.id().value()) : where, sorted, others);
  }

  /// Most are farther than those that are kept, and nothing is made of them.
  private static void keep(PriorityQueue<Nearby> near, String id, Scene.Entity entity, Step step) {
    Nearby farthest = near.size() < NEAREST ? null : near.peek();
    if (farthest == null || step.length() <= farthest.step().length()) {
      near.add(new Nearby(id, entity, step));
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
