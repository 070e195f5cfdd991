package dev.playloop.worlds.society.model;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.view.Panel;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import java.util.List;

/// The society: people, communities, battles, a market and a council, on PostgreSQL.
public final class SocietyWorld implements World {
  public static final String NAME = "society";
  private static final ToolSpec<SocietyWrite.RememberRun> MEMORY =
      ToolSpec.of(SocietyWrite.RememberRun.class);
  private static final ToolCatalogue INTERNAL = ToolCatalogue.of(List.of(MEMORY));
  private static final ToolCatalogue OFFERED =
      ToolCatalogue.of(
          ToolCatalogue.ofSealed(SocietyTool.class).specs().stream()
              .filter(spec -> !spec.name().equals(MEMORY.name()))
              .<ToolSpec<?>>map(spec -> spec)
              .toList());

  private final Perspective perspective = new SocietyPerspective();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ToolCatalogue tools() {
    return OFFERED;
  }

  @Override
  public ToolCatalogue internal() {
    return INTERNAL;
  }

  @Override
  public Boolean keepsLedger() {
    return false;
  }

  @Override
  public Perspective perspective() {
    return perspective;
  }

  @Override
  public Panel panel(View view) {
    return SocietyPanel.of(view);
  }

  @Override
  public String memoryTool() {
    return MEMORY.name();
  }
}
