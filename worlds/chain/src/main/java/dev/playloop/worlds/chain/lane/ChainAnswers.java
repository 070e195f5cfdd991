package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.backend.ChainOutcome;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The answers of a lane, and what they tell of their transactions.
final class ChainAnswers {
  static final String FEE = "fee";
  private static final String TRANSACTION = "transaction";
  private static final String BLOCK = "block";

  private ChainAnswers() {}

  /// The output of a transaction that was executed: `transaction`, `block` and `fee`.
  static ObjectNode output(ChainOutcome outcome) {
    ObjectNode output = Json.NODES.objectNode().put(TRANSACTION, outcome.hash());
    if (outcome.block() != null) {
      output.put(BLOCK, outcome.block().number());
    }
    return output.put(FEE, outcome.fee().toString());
  }

  static ActionResult done(Action action, ChainOutcome outcome, ObjectNode output) {
    return proved(ActionResult.of(action.action(), action.agent(), Status.DONE), outcome)
        .output(output);
  }

  /// @param reason the innermost one
  static ActionResult reverted(Action action, ChainOutcome outcome, String reason) {
    ActionError error = new ActionError("reverted", reason, null, false);
    return proved(
            ActionResult.failed(action.action(), action.agent(), Status.FAILED, error), outcome)
        .output(output(outcome));
  }

  private static ActionResult proved(ActionResult result, ChainOutcome outcome) {
    Long block = outcome.block() == null ? null : outcome.block().number();
    return result.worldVersion(block).receipts(List.of(outcome.hash()));
  }

  static ActionError error(String code, String message) {
    return new ActionError(code, message, null, false);
  }

  static ActionError later(String code, String message) {
    return new ActionError(code, message, null, true);
  }

  static ActionResult refused(Action action, ActionError error) {
    return ActionResult.failed(action.action(), action.agent(), Status.REFUSED, error);
  }

  /// It has not happened, and can't any more.
  static ActionResult failed(Action action, ActionError error) {
    return ActionResult.failed(action.action(), action.agent(), Status.FAILED, error);
  }

  static ActionResult unknown(Action action, String code, String message) {
    return ActionResult.failed(
        action.action(), action.agent(), Status.UNKNOWN, error(code, message));
  }

  /// Whether it is the result of a transaction that was executed.
  static boolean hasLanded(ActionResult result) {
    return (result.status() == Status.DONE || result.status() == Status.FAILED)
        && !result.receipts().isEmpty();
  }

  /// Whether that was reverted.
  static boolean isReverted(@Nullable ActionResult result) {
    return result != null && result.status() == Status.FAILED;
  }

  /// The hash of its transaction, or null.
  static @Nullable String hash(@Nullable ActionResult result) {
    return result == null || result.receipts().isEmpty() ? null : result.receipts().getFirst();
  }

  /// What it has cost; null where it does not say.
  static @Nullable BigInteger fee(ActionResult result) {
    if (result.output() == null || !result.output().path(FEE).isString()) {
      return null;
    }
    try {
      return AttemptJson.number(FEE, result.output().path(FEE).stringValue());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
