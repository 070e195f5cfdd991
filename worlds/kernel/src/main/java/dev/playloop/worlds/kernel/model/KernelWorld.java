package dev.playloop.worlds.kernel.model;

import dev.playloop.schemas.event.View;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.view.Panel;
import dev.playloop.worlds.model.LlmAccount;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import java.util.List;

/// The kernel: artifacts, contracts, a scrip ledger and code that agents run, on PostgreSQL.
public final class KernelWorld implements World {
  public static final String NAME = "kernel";

  /// The kind of trigger that is an agent's next iteration.
  public static final String ITERATION = "kernel.iteration";

  private static final ToolSpec<KernelBudget.Reserve> RESERVE =
      ToolSpec.of(KernelBudget.Reserve.class);
  private static final ToolSpec<KernelBudget.Settle> SETTLE =
      ToolSpec.of(KernelBudget.Settle.class);
  private static final ToolCatalogue INTERNAL = ToolCatalogue.of(List.of(RESERVE, SETTLE));
  private static final ToolCatalogue OFFERED =
      ToolCatalogue.ofSealed(KernelRead.class, KernelWrite.class);

  private final Perspective perspective = new KernelPerspective();
  private final LlmAccount account = new AccountTools(RESERVE.name(), SETTLE.name());

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
    return KernelPanel.of(view);
  }

  @Override
  public String iterationKind() {
    return ITERATION;
  }

  /// Each principal's LLM budget is held and settled here, around every call.
  @Override
  public LlmAccount account() {
    return account;
  }
}
