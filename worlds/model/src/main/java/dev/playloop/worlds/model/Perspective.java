package dev.playloop.worlds.model;

import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.sight.Piece;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// What an agent sees of its world. Pure functions.
public interface Perspective {
  /// The scene this actor is in when nothing says otherwise.
  SceneId homeScene(String actor);

  /// The state, summary and size that `actor` sees of a scene, within the world's token budget.
  Sight see(Scene scene, String actor);

  /// The same for all who look at this scene, for whoever asks for many of them.
  default Function<String, Sight> over(Scene scene) {
    return actor -> see(scene, actor);
  }

  /// Shows nothing, and has a scene for every actor: for worlds whose actors look by their tools.
  static Perspective blind() {
    return new Perspective() {
      @Override
      public SceneId homeScene(String actor) {
        return new SceneId(actor);
      }

      @Override
      public Sight see(Scene scene, String actor) {
        return new Sight(Json.NODES.objectNode(), "", 0);
      }
    };
  }

  /// What is seen; `tokens` is estimated as UTF-8 bytes / 4, as it stands in a prompt.
  record Sight(JsonNode state, String summary, int tokens) {
    public static final int BYTES_PER_TOKEN = 4;

    /// With its size.
    public static Sight of(JsonNode state, String summary) {
      int bytes = Piece.size(state) + Piece.size(summary);
      return new Sight(state, summary, Math.ceilDiv(bytes, BYTES_PER_TOKEN));
    }
  }
}
