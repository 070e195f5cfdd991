package dev.playloop.executor;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.Handler;
import dev.playloop.kit.Unhandled;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.id.Lane;
import java.util.List;

/// Answers writes of halted agents before anybody begins them, also where they have waited in their
/// world for a connection or a place; all else goes on to the handler. Reads, questions for an
/// outcome, and the loop's own bookkeeping of what has happened are no new writes. One that a
/// predecessor had begun is answered like this too: released again, it is found.
record HaltedWrites(ActionHandler<?> inner, Halts.Source halts) implements Handler<Lane, Action> {
  @Override
  public List<Emit<?, ?>> handle(Action action, Context<Lane> context) throws InterruptedException {
    if (!inner.begins(action)) {
      return inner.handle(action, context);
    }
    try {
      requireNoHalt(action);
      return inner.handle(action, context, () -> requireNoHalt(action));
    } catch (Halted e) {
      return List.of(inner.named(ExecutorAnswers.halted(action, e.halt())));
    }
  }

  private void requireNoHalt(Action action) throws InterruptedException {
    Halt halt = halts.now().over(action.agent());
    if (halt != null) {
      throw new Halted(halt);
    }
  }

  @Override
  public List<Emit<?, ?>> onUndeliverable(Action action, Context<Lane> context, String reason) {
    return inner.onUndeliverable(action, context, reason);
  }

  @Override
  public List<Emit<?, ?>> onDeadLetter(Unhandled<Lane, Action> record) {
    return inner.onDeadLetter(record);
  }
}
