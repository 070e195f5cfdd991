package dev.playloop.worlds.eternum.watch;

import dev.playloop.worlds.eternum.server.PlayedGame;
import org.junit.jupiter.api.Tag;

/// On the simulated chain.
@Tag("slow")
final class SimulatorUndoneTest extends UndoneContract {
  @Override
  PlayedGame start() throws InterruptedException {
    return PlayedGame.simulated();
  }
}
