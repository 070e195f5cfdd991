package dev.playloop.worlds.model.game;

import dev.playloop.worlds.model.MachineCheck;
import java.util.List;

/// A game as a build installs it. What agents can do in it and what they see stands in the
/// `world.yaml` of the example that is named as its world; nobody else knows anything of it.
/// Immutable; for all threads.
public interface GameModule {
  String world();

  /// Whether people can watch it in a browser.
  default boolean hasPage() {
    return false;
  }

  /// What this machine must have to run it, or could.
  List<MachineCheck> checks();

  /// What this machine has not, in words; empty where it can be run.
  default List<String> lacks() {
    return checks().stream()
        .filter(check -> check.state() != MachineCheck.State.FINE)
        .map(MachineCheck::text)
        .toList();
  }

  /// Starts its process; returns when it can be joined. Throws [CannotOpenWorld].
  RunningGame start(GameStart start) throws InterruptedException;
}
