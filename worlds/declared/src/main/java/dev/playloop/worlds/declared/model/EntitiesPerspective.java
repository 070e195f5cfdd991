package dev.playloop.worlds.declared.model;

import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.world.WorldDeclaration.Outlook;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;

/// What an actor sees of a scene as it is told: its entities by kind, each with its id, and what
/// happened last. Pure.
record EntitiesPerspective(Outlook outlook) implements Perspective {
  @Override
  public SceneId homeScene(String actor) {
    return new SceneId(outlook.scene() == null ? actor : outlook.scene());
  }

  @Override
  public Sight see(Scene scene, String actor) {
    return EntitiesSight.of(scene, outlook).within(outlook.tokens());
  }
}
