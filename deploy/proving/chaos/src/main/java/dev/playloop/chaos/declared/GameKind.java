package dev.playloop.chaos.declared;

import dev.playloop.chaos.world.Tally;
import dev.playloop.schemas.world.WorldDeclaration;

/// How a game gets its actions. What is done to a game, and what is counted, is the same for each.
enum GameKind {
  /// It listens, and is told of each action by HTTP.
  PUSHED(GameMain.class);

  private final Class<?> main;

  GameKind(Class<?> main) {
    this.main = main;
  }

  /// What runs as the game: arguments are its folder, its port, and whether it forgets.
  Class<?> main() {
    return main;
  }

  /// What declares a world whose game is reached at this port.
  WorldDeclaration declaration(String world, int port) {
    return Tally.at(world, "http://127.0.0.1:" + port);
  }
}
