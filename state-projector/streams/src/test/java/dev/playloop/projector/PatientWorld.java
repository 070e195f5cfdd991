package dev.playloop.projector;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import java.time.Duration;

/// The test's world, whose turns wait so long for a view.
public record PatientWorld(Duration viewWait) implements World {
  private static final World TEST = new TestWorld();

  @Override
  public String name() {
    return TEST.name();
  }

  @Override
  public ToolCatalogue tools() {
    return TEST.tools();
  }

  @Override
  public Perspective perspective() {
    return TEST.perspective();
  }
}
