package dev.playloop.worlds.emerald.model;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.view.Panel;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;

/// Emerald: a game on mGBA. Each agent plays a game of its own, on an emulator that has its name.
public final class EmeraldWorld implements World {
  public static final String NAME = "emerald";
  private static final ToolCatalogue TOOLS = ToolCatalogue.ofSealed(EmeraldTool.class);

  private final Perspective perspective = new EmeraldPerspective();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ToolCatalogue tools() {
    return TOOLS;
  }

  @Override
  public Boolean keepsLedger() {
    return true;
  }

  @Override
  public Perspective perspective() {
    return perspective;
  }

  @Override
  public Panel panel(View view) {
    return EmeraldPanel.of(view);
  }
}
