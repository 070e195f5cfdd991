package dev.playloop.worlds.model;

import dev.playloop.schemas.tool.Tool;

/// A world's declarations and what acts in it. The executor uses the actions but does not close
/// them.
///
/// @param world its name, or what worlds share that are data
public record WorldBinding<T extends Tool>(String world, Worlds worlds, WorldActions<T> actions) {
  /// Of a world that is declared once, for good.
  public static <T extends Tool> WorldBinding<T> of(World world, WorldActions<T> actions) {
    return new WorldBinding<>(world.name(), Worlds.of(world), actions);
  }

  /// How this world's actions are read.
  public Calls<T> calls() {
    return new Calls<>(world, worlds, actions.type());
  }
}
