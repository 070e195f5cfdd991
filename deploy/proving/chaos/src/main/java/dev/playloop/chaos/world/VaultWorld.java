package dev.playloop.chaos.world;

import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;

/// A world that can't remember action ids: each deposit that arrives is one more effect. So that
/// what keeps a deposit from happening twice is the ledger. Immutable.
public final class VaultWorld implements World {
  public static final String NAME = "vault";
  public static final String DEPOSIT = "deposit";

  private static final ToolCatalogue TOOLS = ToolCatalogue.ofSealed(VaultTool.class);

  sealed interface VaultTool extends Tool {
    @Describe("Put gold into the vault.")
    @Traits(effect = Effect.WRITE)
    record Deposit(@Describe("how much") @Bounds(min = 1, max = 1_000) int amount)
        implements VaultTool {}
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ToolCatalogue tools() {
    return TOOLS;
  }

  @Override
  public Perspective perspective() {
    return Perspective.blind();
  }
}
