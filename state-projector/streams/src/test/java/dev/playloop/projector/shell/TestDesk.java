package dev.playloop.projector.shell;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.Desk;
import dev.playloop.journal.Releases;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.worlds.model.World;
import java.util.List;

/// The test world's desk, for a fold that is made to throw.
abstract class TestDesk extends Desk {
  private static final List<World> WORLDS = List.of(new TestWorld());

  TestDesk() {
    super(LoopPolicy.DEFAULT, WORLDS, Releases.of(LoopPolicy.DEFAULT, WORLDS));
  }
}
