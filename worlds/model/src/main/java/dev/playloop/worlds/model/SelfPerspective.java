package dev.playloop.worlds.model;

import dev.playloop.schemas.json.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What an actor sees that is its own scene with one entity, [#SELF]: everything it sees changes in
/// one event. Its lists are shortened until the view fits its world's budget.
public abstract class SelfPerspective implements Perspective {
  /// The entity's name.
  public static final String SELF = "self";

  private static final int MOST_ROWS = 16;

  private final int maxTokens;
  private final String unknown;

  /// @param maxTokens the budget of a view
  /// @param unknown the summary before the first event
  protected SelfPerspective(int maxTokens, String unknown) {
    this.maxTokens = maxTokens;
    this.unknown = unknown;
  }

  @Override
  public final Sight see(Scene scene, String actor) {
    Scene.Entity self = scene.entities().get(SELF);
    if (self == null || !(self.state() instanceof ObjectNode known)) {
      return Sight.of(Json.NODES.objectNode(), unknown);
    }
    ObjectNode state = known.deepCopy();
    Sight sight = Sight.of(state, summary(state));
    for (int rows = MOST_ROWS;
        sight.tokens() > maxTokens && rows >= 0;
        rows = rows == 0 ? -1 : rows / 2) {
      shorten(state, rows);
      sight = Sight.of(state, summary(state));
    }
    return sight;
  }

  /// The state in sentences, to "you".
  protected abstract String summary(ObjectNode state);

  /// Keeps `rows` of each list, and says how many are left out.
  protected abstract void shorten(ObjectNode state, int rows);

  /// Keeps the first `rows` of the list `field`, and counts in `more` how many are left out.
  protected static void keep(ObjectNode state, String field, String more, int rows) {
    if (state.get(field) instanceof ArrayNode list && list.size() > rows) {
      int left = list.size() - rows;
      while (list.size() > rows) {
        list.remove(list.size() - 1);
      }
      leaveOut(state, more, left);
    }
  }

  protected static void leaveOut(ObjectNode state, String more, int count) {
    if (count > 0) {
      state.put(more, state.path(more).asInt(0) + count);
    }
  }
}
