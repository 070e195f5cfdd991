package dev.playloop.worlds.model.space;

import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.sight.Piece;
import dev.playloop.worlds.model.space.Grid.Step;
import java.util.Comparator;
import tools.jackson.databind.node.ObjectNode;

/// An entity as somebody near it sees it. Names and kinds are the game's and its players': in the
/// summary they are short, in one line, and between quotation marks that they can't close.
record Nearby(String id, Scene.Entity entity, Step step) {
  static final int MAX_NAME = 40;
  private static final int MAX_ID = 64;

  /// What an entity's own fields may take beside its place, in bytes; beyond it they are left out,
  /// so that one that tells much of itself does not hide the others.
  private static final int MAX_STATE = 160;

  /// The nearest first, and of those equally near by id, so that equal scenes look alike.
  static final Comparator<Nearby> NEAREST =
      Comparator.comparingDouble((Nearby one) -> one.step.length()).thenComparing(Nearby::id);

  /// What it is called: its `name`, else its id.
  static String name(String id, Scene.Entity entity) {
    String told = entity.state().path("name").asString("");
    return Printable.brief(told.isBlank() ? id : told, MAX_NAME).replace('"', '\'');
  }

  ObjectNode row() {
    ObjectNode row =
        Json.NODES
            .objectNode()
            .put("id", Printable.brief(id, MAX_ID))
            .put("kind", Printable.brief(entity.kind(), MAX_NAME))
            .put("name", name(id, entity))
            .put("distance", tenths())
            .put("direction", Direction.of(step).word());
    if (entity.state() instanceof ObjectNode fields && Piece.size(fields) <= MAX_STATE) {
      fields.properties().forEach(field -> row.putIfAbsent(field.getKey(), field.getValue()));
    }
    return row;
  }

  /// Such as `the player "Alex", 2.5 tiles to the east`.
  String words() {
    Direction direction = Direction.of(step);
    String what =
        "the %s \"%s\""
            .formatted(
                Printable.brief(entity.kind(), MAX_NAME).replace('"', '\''), name(id, entity));
    return direction == Direction.HERE
        ? what + ", right where you are"
        : "%s, %s tiles to the %s".formatted(what, tenths(), direction.word());
  }

  /// To one place.
  private double tenths() {
    return Math.round(step.length() * 10) / 10.0;
  }
}
