package dev.playloop.worlds.model.space;

import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.sight.Piece;
import dev.playloop.worlds.model.space.Grid.Step;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// An entity as somebody near it sees it. Names and kinds are the game's and its players': in the
/// summary they are short, in one line, and between quotation marks that they can't close.
record Nearby(String id, Scene.Entity entity, Step step) {
  static final int MAX_NAME = 40;
  private static final int MAX_ID = 64;

  private static final Pattern QUOTES =
      Pattern.compile("[\"\\p{Pi}\\p{Pf}\u201e\u201a\u300c-\u300f\uff02]");

  /// What a kind is not shown by: it stands outside of quotation marks.
  private static final Pattern NO_KIND = Pattern.compile("[^\\p{L}\\p{N}_-]+");

  /// What an entity's own fields may take beside its place, in bytes; beyond it they are left out,
  /// so that one that tells much of itself does not hide the others.
  private static final int MAX_STATE = 160;

  /// The nearest first, and of those equally near by id, so that equal scenes look alike.
  static final Comparator<Nearby> NEAREST =
      Comparator.comparingDouble((Nearby one) -> one.step.length()).thenComparing(Nearby::id);

  /// What it is called: its `name`, else its id.
  static String name(String id, Scene.Entity entity) {
    String told = entity.state().path("name").asString("");
    return unquoted(told.isBlank() ? id : told);
  }

  /// One short line without quotation marks of any kind.
  static String unquoted(String text) {
    return QUOTES.matcher(Printable.brief(text, MAX_NAME)).replaceAll("'");
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
    String kind = NO_KIND.matcher(Printable.brief(entity.kind(), MAX_NAME)).replaceAll("-");
    String what = "the %s \"%s\"".formatted(kind, name(id, entity));
    return direction == Direction.HERE
        ? what + ", right where you are"
        : String.format(Locale.ROOT, "%s, %.1f tiles to the %s", what, tenths(), direction.word());
  }

  /// To one place.
  private double tenths() {
    return Math.round(step.length() * 10) / 10.0;
  }
}
