package dev.playloop.worlds.model;

import dev.playloop.schemas.id.SceneId;

/// What an agent sees of its world. Pure functions.
public interface Perspective {
  /// The scene this actor is in when nothing says otherwise.
  SceneId homeScene(String actor);

  /// The state, summary and size that `actor` sees of a scene, within the world's token budget.
  Sight see(Scene scene, String actor);

  /// What is seen; `tokens` is estimated as UTF-8 bytes / 4.
  record Sight(tools.jackson.databind.JsonNode state, String summary, int tokens) {}
}
