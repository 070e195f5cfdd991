package dev.playloop.reasoner;

import dev.playloop.kit.Context;
import dev.playloop.reasoner.route.Claim;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.id.AgentId;
import org.jspecify.annotations.Nullable;

/// A turn may be called for while its partition is ours, and its agent is not halted.
record TurnClaim(AgentId agent, Context<AgentId> context, Halts.Source halts) implements Claim {
  @Override
  public void confirm() throws InterruptedException {
    context.confirmOwned();
  }

  @Override
  public @Nullable String heldBack() throws InterruptedException {
    Halt halt = halts.now().over(agent);
    return halt == null ? null : halt.scope() + " is halted by " + halt.by();
  }
}
