package dev.playloop.chaos.declared;

import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.world.WorldDeclaration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A game whose world is data, in a process of its own, and what it has to do with a system. Used
/// by one thread.
interface WorldGame extends AutoCloseable {
  String world();

  WorldDeclaration declaration();

  /// Whom it has.
  List<AgentId> agents();

  /// Joins a system whose workers are not there yet.
  void join(ChaosSystem system) throws InterruptedException;

  /// From now on it tells nothing of itself.
  void hush();

  /// The actions that it has done, each as often as it was done.
  List<String> deeds();

  /// How it ended, though nobody had ended it; null where it runs.
  @Nullable String failure();

  /// Those that excuse it where nobody can tell what became of an action.
  List<PlayedGame.Trouble> troubles();

  @Override
  void close();
}
