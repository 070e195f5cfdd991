package dev.playloop.worlds.model;

import dev.playloop.schemas.tool.Tool;

/// A world and what acts in it. The executor uses the actions but does not close them.
public record WorldBinding<T extends Tool>(World world, WorldActions<T> actions) {
  /// How this world's actions are read.
  public Calls<T> calls() {
    return new Calls<>(world, actions.type());
  }
}
