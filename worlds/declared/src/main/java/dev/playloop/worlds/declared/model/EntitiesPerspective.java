package dev.playloop.worlds.declared.model;

import dev.playloop.schemas.Printable;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.world.Outlook;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.sight.Packing;
import dev.playloop.worlds.model.sight.Piece;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What an actor sees of a scene as it is told: its entities by kind, each with its id, the newest
/// first, and what happened last. Where that is more than the budget, the kinds that are declared
/// to matter stay longest, then what happened, then the other kinds by name; what is left out is
/// counted. Pure.
record EntitiesPerspective(Outlook outlook) implements Perspective {
  private static final String ENTITIES = "entities";
  private static final String RECENT = "recent";

  /// Before a kind's name, which may be any, also `recent`.
  private static final String KIND = "kind ";

  /// Kinds that are not declared to matter and have lists of their own; the rest share one.
  private static final int OTHER_KINDS = 12;

  private static final String OTHERS = "others";
  private static final int MAX_KIND = 40;
  private static final int HAPPENED = 10;

  /// What stands around the lists, in bytes; their names are what is cut for, if need be.
  private static final int AROUND = 80;

  @Override
  public SceneId homeScene(String actor) {
    return outlook.home(actor);
  }

  @Override
  public Sight see(Scene scene, String actor) {
    Map<String, List<ObjectNode>> kinds = kinds(scene);
    String summary = summary(kinds);
    List<Piece> pieces = new ArrayList<>();
    int rank = outlook.order().size();
    for (Map.Entry<String, List<ObjectNode>> kind : kinds.entrySet()) {
      int listed = outlook.order().indexOf(kind.getKey());
      add(pieces, listed < 0 ? ++rank : listed, KIND + kind.getKey(), kind.getValue());
    }
    add(pieces, outlook.order().size(), RECENT, recent(scene));
    int room = outlook.tokens() * Sight.BYTES_PER_TOKEN - Piece.size(summary) - AROUND;
    Packing packing = Packing.of(pieces, room, Map.of());
    Sight sight = sight(packing, summary);
    while (sight.tokens() > outlook.tokens() && packing.shrink()) {
      sight = sight(packing, summary);
    }
    return sight;
  }

  private static void add(List<Piece> pieces, int rank, String section, List<ObjectNode> rows) {
    for (int i = 0; i < rows.size(); i++) {
      pieces.add(new Piece(rank, section, i, null, rows.get(i)));
    }
  }

  /// By name, those that are declared to matter and some others; what is left has its kind in the
  /// row.
  private Map<String, List<ObjectNode>> kinds(Scene scene) {
    Map<String, List<Map.Entry<String, Scene.Entity>>> found =
        scene.entities().entrySet().stream()
            .sorted(
                Comparator.<Map.Entry<String, Scene.Entity>>comparingLong(
                        each -> each.getValue().version())
                    .reversed())
            .collect(
                Collectors.groupingBy(
                    each -> each.getValue().kind(), TreeMap::new, Collectors.toList()));
    Map<String, List<ObjectNode>> kinds = new TreeMap<>();
    int others = 0;
    for (Map.Entry<String, List<Map.Entry<String, Scene.Entity>>> kind : found.entrySet()) {
      String name = Printable.brief(kind.getKey(), MAX_KIND);
      boolean own = outlook.order().contains(kind.getKey()) || others++ < OTHER_KINDS;
      List<ObjectNode> rows = kinds.computeIfAbsent(own ? name : OTHERS, _ -> new ArrayList<>());
      for (Map.Entry<String, Scene.Entity> each : kind.getValue()) {
        ObjectNode row = row(each.getKey(), each.getValue());
        rows.add(own ? row : row.put("kind", name));
      }
    }
    return kinds;
  }

  private static ObjectNode row(String id, Scene.Entity entity) {
    ObjectNode row = Json.NODES.objectNode().put("id", id);
    if (entity.x() != null && entity.y() != null) {
      row.put("x", entity.x().number()).put("y", entity.y().number());
    }
    JsonNode state = entity.state();
    if (state instanceof ObjectNode fields) {
      fields.properties().forEach(field -> row.putIfAbsent(field.getKey(), field.getValue()));
    } else {
      row.set("state", state);
    }
    return row;
  }

  /// The newest first.
  private static List<ObjectNode> recent(Scene scene) {
    return scene.happenings().reversed().stream()
        .limit(HAPPENED)
        .map(each -> Json.NODES.objectNode().put("kind", each.kind()).put("text", each.text()))
        .toList();
  }

  private static Sight sight(Packing packing, String summary) {
    ObjectNode state = Json.NODES.objectNode();
    ObjectNode entities = state.putObject(ENTITIES);
    packing
        .sections()
        .forEach((section, rows) -> {
          if (section.equals(RECENT)) {
            state.putArray(RECENT).addAll(rows);
          } else {
            entities.putArray(section.substring(KIND.length())).addAll(rows);
          }
        });
    // Not by kind: their names are the game's, and there may be thousands.
    Map<String, Integer> leftOut = new TreeMap<>();
    packing
        .leftOut()
        .forEach((section, count) ->
            leftOut.merge(section.equals(RECENT) ? RECENT : ENTITIES, count, Integer::sum));
    if (!leftOut.isEmpty()) {
      state.set("leftOut", Json.LOG.valueToTree(leftOut));
    }
    return Sight.of(state, summary);
  }

  private static String summary(Map<String, List<ObjectNode>> kinds) {
    int all = kinds.values().stream().mapToInt(List::size).sum();
    return all == 0
        ? "Nothing is told of your surroundings."
        : "%d entities are told of, of %d kinds.".formatted(all, kinds.size());
  }
}
