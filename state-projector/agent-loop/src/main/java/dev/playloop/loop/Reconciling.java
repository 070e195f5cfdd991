package dev.playloop.loop;

import dev.playloop.schemas.id.ActionId;
import java.util.Objects;

/// Asks the world what came of a write whose outcome is unknown. Until that is told, no further
/// write is released.
final class Reconciling {
  private Reconciling() {}

  static void open(Draft draft, ActionId action, Run.Pending pending) {
    draft.run().doubt = new Run.Doubt(action, pending.tool(), pending.args(), 0, null, false);
    ask(draft);
  }

  static void ask(Draft draft) {
    Run.Doubt doubt = Objects.requireNonNull(draft.run().doubt);
    Sending.reconcile(draft, doubt.action(), doubt.tool(), doubt.args());
    draft.run().doubt =
        new Run.Doubt(
            doubt.action(),
            doubt.tool(),
            doubt.args(),
            doubt.asked() + 1,
            Sending.settleAt(draft),
            doubt.told());
  }
}
