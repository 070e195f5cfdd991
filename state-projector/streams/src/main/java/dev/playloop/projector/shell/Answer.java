package dev.playloop.projector.shell;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import java.math.BigDecimal;
import java.time.Instant;

/// What a decision or a result answers. Known by its header where its body can't be read, so that
/// whoever waits for it is told at once instead of waiting for a deadline. Immutable.
sealed interface Answer {
  int MAX_CAUSE = 300;

  AgentId agent();

  /// What the loop folds instead of an answer that can't be used.
  Input unusable(AgentState state, Throwable failure, Instant at);

  /// Of a model. What it did cost can't be read either: the most it can have cost is booked.
  record ToTurn(TurnId turn) implements Answer {
    @Override
    public AgentId agent() {
      return turn.run().agent();
    }

    @Override
    public Input unusable(AgentState state, Throwable failure, Instant at) {
      BigDecimal bound = state.bound(turn);
      String message =
          "the answer can't be used ("
              + shown(failure)
              + "); "
              + bound.toPlainString()
              + " USD, the most that its call can have cost, were booked";
      Decision decision =
          Decision.of(turn, agent(), new Decision.Failed(LlmFailure.UNREADABLE, message))
              .spent(null, bound)
              .took(1, 0);
      return new Input.DecisionMade(turn.value(), at, decision);
    }
  }

  /// Of a world. A write whose answer can't be read may have happened; a read has not.
  record ToAction(ActionId action) implements Answer {
    @Override
    public AgentId agent() {
      return action.run().agent();
    }

    @Override
    public Input unusable(AgentState state, Throwable failure, Instant at) {
      Status status = state.isOpenRead(action) ? Status.FAILED : Status.UNKNOWN;
      ActionError error =
          new ActionError(
              "unreadable", "the answer can't be used (" + shown(failure) + ")", null, false);
      return new Input.ActionDone(
          action.value(), at, ActionResult.failed(action, agent(), status, error));
    }
  }

  private static String shown(Throwable failure) {
    String text = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    return Text.cut(text.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?"), MAX_CAUSE);
  }
}
