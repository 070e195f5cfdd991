package dev.playloop.worlds.declared.model;

import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.world.Outlook;
import dev.playloop.schemas.world.Outlook.Axis;
import dev.playloop.schemas.world.Outlook.Space;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.space.Grid;
import dev.playloop.worlds.model.space.Surroundings;
import java.util.Objects;
import java.util.function.Function;

/// What is near the entity that has its actor's name. Pure.
record SpatialPerspective(Outlook outlook, Surroundings surroundings) implements Perspective {
  static SpatialPerspective of(Outlook outlook) {
    Space space = Objects.requireNonNull(outlook.space());
    Grid grid = new Grid(space.tileWidth(), space.tileHeight(), space.y() == Axis.DOWN);
    return new SpatialPerspective(outlook, new Surroundings(grid, space.map(), outlook.tokens()));
  }

  @Override
  public SceneId homeScene(String actor) {
    return outlook.home(actor);
  }

  @Override
  public Sight see(Scene scene, String actor) {
    return surroundings.of(scene, actor);
  }

  @Override
  public Function<String, Sight> over(Scene scene) {
    return surroundings.over(scene);
  }
}
