package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.view.Panel;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import java.time.Duration;

/// Eternum: realms on Starknet. Who acts is an account, and each write is a transaction of it. A
/// model sees the actions as one tool, and looks by others beside it.
public final class EternumWorld implements World {
  public static final String NAME = "eternum";

  /// As long as an index may need behind the chain.
  private static final Duration VIEW_WAIT = Duration.ofSeconds(15);

  private static final ToolCatalogue WRITES = ToolCatalogue.ofSealed(EternumWrite.class);
  private static final ToolCatalogue TOOLS = WRITES.and(ToolCatalogue.ofSealed(EternumRead.class));

  private final Perspective perspective = new EternumPerspective();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ToolCatalogue tools() {
    return TOOLS;
  }

  @Override
  public ToolCatalogue dispatched() {
    return WRITES;
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
    return EternumPanel.of(view);
  }

  @Override
  public Duration viewWait() {
    return VIEW_WAIT;
  }
}
