package dev.playloop.worlds.emerald;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.Behaviours;
import dev.playloop.worlds.emerald.game.Direction;
import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameStates;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Terrain;
import dev.playloop.worlds.emerald.game.Terrain.Cell;
import dev.playloop.worlds.emerald.game.Tile;
import dev.playloop.worlds.emerald.model.GameState;
import dev.playloop.worlds.emerald.model.Pocket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What `look` tells: the game's state, the bag, and the ground as rows of letters with a legend.
/// Pure. At most [#MAX_BYTES]: what is least needed goes first.
final class Looking {
  static final int MAX_BYTES = 6 * 1024;

  private static final int COLUMNS = 9;
  private static final int ROWS = 7;
  private static final int MAX_WARPS = 12;

  private Looking() {}

  static ObjectNode at(GameView view, @Nullable Terrain terrain) {
    GameState state = GameStates.of(view);
    ObjectNode told = (ObjectNode) Json.LOG.valueToTree(state);
    if (terrain != null) {
      told.set("ground", ground(view.field(), terrain));
      told.set("warps", warps(terrain, view.field().player().tile()));
    }
    told.put("money", view.bag().money());
    told.set("bag", bag(view));
    for (String field : new String[] {"bag", "warps", "nearby", "text"}) {
      if (bytes(told) > MAX_BYTES) {
        told.put(field, "left out: too much to tell");
      }
    }
    return told;
  }

  private static int bytes(ObjectNode told) {
    return told.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  private static ObjectNode bag(GameView view) {
    ObjectNode bag = Json.NODES.objectNode();
    for (Pocket pocket : Pocket.values()) {
      ArrayNode stacks = Json.NODES.arrayNode();
      view.bag().in(pocket).stream()
          .limit(30)
          .forEach(stack ->
              stacks.addObject().put("item", stack.item()).put("quantity", stack.quantity()));
      if (!stacks.isEmpty()) {
        bag.set(pocket.name(), stacks);
      }
    }
    return bag;
  }

  private static ArrayNode warps(Terrain terrain, Tile here) {
    ArrayNode warps = Json.NODES.arrayNode();
    terrain.warps().stream()
        .sorted(java.util.Comparator.comparingInt(warp -> warp.tile().distance(here)))
        .limit(MAX_WARPS)
        .forEach(warp ->
            warps
                .addObject()
                .put("x", warp.tile().x())
                .put("y", warp.tile().y())
                .put("to", warp.to().toString()));
    return warps;
  }

  /// Rows from north to south; the first column is `x`, the first row is `y`.
  private static ObjectNode ground(FieldView field, Terrain terrain) {
    Tile here = field.player().tile();
    SequencedMap<Character, String> legend = new LinkedHashMap<>();
    ArrayNode rows = Json.NODES.arrayNode();
    for (int y = here.y() - ROWS; y <= here.y() + ROWS; y++) {
      StringBuilder row = new StringBuilder();
      for (int x = here.x() - COLUMNS; x <= here.x() + COLUMNS; x++) {
        row.append(letter(field, terrain, new Tile(x, y), legend));
      }
      rows.add(row.toString());
    }
    ObjectNode ground =
        Json.NODES.objectNode().put("x", here.x() - COLUMNS).put("y", here.y() - ROWS);
    ground.set("rows", rows);
    ObjectNode meanings = ground.putObject("legend");
    for (Map.Entry<Character, String> entry : legend.entrySet()) {
      meanings.put(entry.getKey().toString(), entry.getValue());
    }
    return ground;
  }

  private static char letter(
      FieldView field, Terrain terrain, Tile tile, Map<Character, String> legend) {
    if (field.player().isAt(tile)) {
      return meaning(legend, '@', "you");
    }
    if (field.actorOn(tile).isPresent()) {
      return meaning(legend, 'N', "somebody, or something that lies there; see nearby");
    }
    Cell cell = terrain.at(tile);
    if (cell == null || cell.isOutside()) {
      return meaning(legend, ' ', "outside of the map");
    }
    int behaviour = cell.behaviour();
    Direction ledge = Behaviours.ledge(behaviour);
    if (ledge != null) {
      return switch (ledge) {
        case SOUTH -> meaning(legend, 'v', "ledge, jumped to the south only");
        case NORTH -> meaning(legend, '^', "ledge, jumped to the north only");
        case WEST -> meaning(legend, '<', "ledge, jumped to the west only");
        case EAST -> meaning(legend, '>', "ledge, jumped to the east only");
      };
    }
    if (terrain.warpAt(tile).isPresent()) {
      return warp(behaviour, legend);
    }
    if (cell.collision() != 0) {
      return meaning(legend, '#', "solid");
    }
    return floor(cell, terrain.isOnMap(tile), legend);
  }

  private static char warp(int behaviour, Map<Character, String> legend) {
    Direction arrow = Behaviours.warpArrow(behaviour);
    if (arrow != null) {
      return meaning(
          legend,
          'M',
          "mat to another map: stand on it, then go on in its direction (off the map)");
    }
    return Behaviours.warpsWhenWalkedInto(behaviour)
        ? meaning(legend, 'D', "door to another map: walk into it from the south")
        : meaning(legend, 'W', "leads to another map when stepped on");
  }

  private static char floor(Cell cell, boolean onMap, Map<Character, String> legend) {
    int behaviour = cell.behaviour();
    if (Behaviours.isWater(behaviour)) {
      return meaning(legend, '~', "water, needs surf");
    }
    if (Behaviours.isTallGrass(behaviour)) {
      return meaning(legend, 'g', "grass with wild monsters");
    }
    if (Behaviours.needsMachBike(behaviour)) {
      return meaning(legend, 'c', "needs the Mach bike at full speed (hold_buttons)");
    }
    if (Behaviours.needsAcroBike(behaviour)) {
      return meaning(legend, 'a', "needs the Acro bike");
    }
    if (Behaviours.isForced(behaviour)) {
      return meaning(legend, 's', "carries you on by itself");
    }
    if (!onMap) {
      return meaning(legend, 'e', "the neighbouring map, reached by walking over the edge");
    }
    int level = cell.elevation();
    if (level != 0 && level != 3 && level != 15) {
      return meaning(
          legend, level < 10 ? Character.forDigit(level, 10) : '+', "ground on another level");
    }
    return meaning(legend, '.', "free");
  }

  private static char meaning(Map<Character, String> legend, char letter, String words) {
    legend.putIfAbsent(letter, words);
    return letter;
  }
}
