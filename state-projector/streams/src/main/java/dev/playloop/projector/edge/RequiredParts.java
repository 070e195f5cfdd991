package dev.playloop.projector.edge;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import java.math.BigDecimal;

/// What the loop can't do without in a record that others wrote. Pure functions; they throw
/// [InvalidValueException].
public final class RequiredParts {
  private static final int MAX_COST_DIGITS = 12;
  private static final int MAX_COST_SCALE = 100;
  private static final String AN_AGENT = "the agent's id, such as tally/ada";

  private RequiredParts() {}

  public static void of(Control control) {
    Require.present("agent", control.agent(), AN_AGENT);
    switch (control) {
      case Control.Approve approve -> {
        Require.present("action", approve.action(), "an action's id");
        Require.present("author", approve.author(), "who says so");
      }
      case Control.Deny deny -> {
        Require.present("action", deny.action(), "an action's id");
        Require.present("author", deny.author(), "who says so");
      }
      case ApprovalControl approval -> Require.present("author", approval.author(), "who says so");
      case Control.CancelRun cancel -> Require.present("run", cancel.run(), "a run's id");
      case Control.ForgetSubject forget ->
          Require.present("subject", forget.subject(), "a subject's id");
      case Control.Pause _, Control.Resume _, Control.Snapshot _ -> {}
    }
  }

  public static void of(Decision decision) {
    Require.present("agent", decision.agent(), AN_AGENT);
    Require.present("turn", decision.turn(), "the turn's id");
    Require.present("outcome", decision.outcome(), "what came of the turn");
    cost(Require.present("costUsd", decision.costUsd(), "USD, 0 where nothing was spent"));
  }

  /// Whole numbers of so many digits would take minutes, and the memory, to be added up.
  private static void cost(BigDecimal usd) {
    if (usd.signum() < 0
        || usd.precision() - (long) usd.scale() > MAX_COST_DIGITS
        || usd.scale() > MAX_COST_SCALE) {
      throw new InvalidValueException("costUsd", "USD, 0 or more", "another number");
    }
  }
}
