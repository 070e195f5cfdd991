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
    Require.present("author", control.author(), "who says so");
    Require.present("author.subject", control.author().subject(), "who says so");
    Require.present("at", control.at(), "when it was said");
    switch (control) {
      case ApprovalControl.Answer answer -> {
        Require.present("about", answer.about(), "the action and its arguments' hash");
        Require.present("about.action", answer.about().action(), "an action's id");
        Require.present("about.argsHash", answer.about().argsHash(), "SHA-256 of its arguments");
      }
      case ApprovalControl.Confirm confirm ->
          Require.present("action", confirm.action(), "an action's id");
      case ApprovalControl.Grant _, ApprovalControl.Revoke _ -> {}
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
