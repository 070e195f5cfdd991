package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.id.SceneId;
import dev.playloop.worlds.eternum.model.sight.GameSight;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;

/// What an account sees of the game: its structures, explorers and what is around them, the market,
/// guilds, hyperstructures and the leaderboard, as of a block. Its scene is its own, so that nobody
/// sees more than an account may. Budget: [#MAX_TOKENS].
final class EternumPerspective implements Perspective {
  static final int MAX_TOKENS = 5_000;

  @Override
  public SceneId homeScene(String actor) {
    return EternumScenes.of(actor);
  }

  @Override
  public Sight see(Scene scene, String actor) {
    return GameSight.of(scene, MAX_TOKENS);
  }
}
