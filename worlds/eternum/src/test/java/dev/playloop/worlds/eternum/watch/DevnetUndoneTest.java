package dev.playloop.worlds.eternum.watch;

import dev.playloop.worlds.eternum.server.PlayedGame;
import org.junit.jupiter.api.Tag;

/// On a node.
@Tag("slow")
final class DevnetUndoneTest extends UndoneContract {
  @Override
  PlayedGame start() throws InterruptedException {
    return PlayedGame.onDevnet();
  }
}
