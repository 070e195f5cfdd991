package dev.playloop.loop;

import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Run;
import dev.playloop.schemas.id.ActionId;
import java.util.Objects;

/// Asks the world what came of a write whose outcome is unknown. Until that is told, no further
/// write is released.
final class Reconciling {
  private Reconciling() {}

  static void open(Draft draft, ActionId action, Pending write) {
    draft.run().doubt(Run.Doubt.about(action, write));
    ask(draft);
  }

  static void ask(Draft draft) {
    Run.Doubt doubt = Objects.requireNonNull(draft.run().doubt());
    Sending.reconcile(draft, doubt.action(), doubt.tool(), doubt.args());
    draft.run().doubt(doubt.askedUntil(Sending.settleAt(draft, doubt.tool())));
  }
}
