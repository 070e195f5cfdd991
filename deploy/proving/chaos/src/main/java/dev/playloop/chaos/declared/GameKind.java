package dev.playloop.chaos.declared;

import dev.playloop.chaos.world.Tally;
import dev.playloop.schemas.world.WorldDeclaration;
import java.util.List;

/// How a game gets its actions. What is counted is the same for each.
enum GameKind {
  /// It listens, and is told of each action by HTTP.
  PUSHED(GameMain.class) {
    @Override
    WorldDeclaration declaration(String world, int port) {
      return Tally.at(world, "http://127.0.0.1:" + port);
    }

    @Override
    List<Blow> blows() {
      return List.of(
          Blow.KILLED,
          Blow.FORGETS,
          Blow.FROZEN,
          Blow.CUT,
          Blow.ANSWERS_CUT,
          Blow.HTML,
          Blow.RESET,
          Blow.SLOW,
          Blow.MUTE,
          Blow.FULL,
          Blow.DOUBLED);
    }

    @Override
    boolean excuses(Blow blow) {
      return blow.excuses();
    }
  },

  /// It fetches them from the executor, which asks as long as an action has time.
  PULLED(PullerMain.class) {
    @Override
    WorldDeclaration declaration(String world, int port) {
      return Tally.fetched(world);
    }

    @Override
    List<Blow> blows() {
      return List.of(
          Blow.KILLED,
          Blow.FORGETS,
          Blow.FROZEN,
          Blow.CUT,
          Blow.ANSWERS_CUT,
          Blow.RESET,
          Blow.SLOW,
          Blow.MUTE,
          Blow.DIES_BEFORE_IT_ACTS,
          Blow.DIES_BEFORE_IT_ANSWERS,
          Blow.RIVALLED);
    }

    @Override
    boolean excuses(Blow blow) {
      return blow == Blow.FORGETS;
    }
  };

  private final Class<?> main;

  GameKind(Class<?> main) {
    this.main = main;
  }

  /// What runs as the game: arguments are its folder, a port (its own; of one that fetches, where
  /// it does), and whether it forgets.
  Class<?> main() {
    return main;
  }

  /// What declares a world whose game, where it listens, is reached at this port.
  abstract WorldDeclaration declaration(String world, int port);

  /// What may happen to it.
  abstract List<Blow> blows();

  /// Whether an action that was open then may stay UNKNOWN.
  abstract boolean excuses(Blow blow);
}
