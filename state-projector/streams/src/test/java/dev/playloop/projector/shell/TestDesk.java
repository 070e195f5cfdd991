package dev.playloop.projector.shell;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.Desk;
import dev.playloop.journal.Releases;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.worlds.model.Worlds;

/// The test world's desk, for a fold that is made to throw.
abstract class TestDesk extends Desk {
  private static final Worlds WORLDS = Worlds.of(new TestWorld());

  TestDesk() {
    super(LoopPolicy.DEFAULT, Releases.of(LoopPolicy.DEFAULT, WORLDS));
  }
}
