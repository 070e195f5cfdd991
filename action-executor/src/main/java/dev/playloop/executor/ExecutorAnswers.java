package dev.playloop.executor;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The answers that the executor gives by itself.
final class ExecutorAnswers {
  private ExecutorAnswers() {}

  static ActionResult wrongWorld(Action action, String world) {
    return refused(
        action,
        "wrong_world",
        "agent " + action.agent() + " does not live in world " + world,
        null);
  }

  /// Names nobody else who may.
  static ActionResult notThisActor(Action action) {
    return refused(
        action,
        "not_this_actor",
        "agent " + action.agent() + " may not act as '" + action.actor() + "' here",
        null);
  }

  static ActionResult validTooLong(Action action, Duration longest) {
    return refused(
        action,
        "not_after_too_far",
        "notAfter: expected at most "
            + longest
            + " from now, because outcomes are remembered for a bounded time; lower the agent's"
            + " actionTimeout, or raise executor.longestNotAfter",
        "notAfter");
  }

  /// Not begun: it may be released again when the halt is over.
  static ActionResult halted(Action action, Halt halt) {
    return failed(
        action,
        Status.EXPIRED,
        ActionResult.HALTED,
        halt.scope() + " is halted by " + halt.by() + "; nothing was done",
        true);
  }

  /// The time for this action is over, and nobody has begun it. Says so in a way that tells an
  /// outage from a backlog.
  static ActionResult tooLate(Action action, boolean worldIsAway) {
    return worldIsAway
        ? failed(
            action,
            Status.FAILED,
            "world_unavailable",
            "the world could not be reached in time; nothing was done",
            true)
        : failed(
            action,
            Status.EXPIRED,
            "expired",
            "not begun before " + action.notAfter() + "; nothing was done",
            true);
  }

  static ActionResult notDone(Action action) {
    return failed(
        action,
        Status.FAILED,
        "not_done",
        "this action was never begun, and will not be performed any more",
        true);
  }

  /// A world's code threw, and it is certain that nothing happened.
  static ActionResult bug(Action action, Throwable e) {
    return failed(action, Status.FAILED, "bug", "the tool failed unexpectedly: " + brief(e), false);
  }

  /// The world was asked what became of a write, and threw.
  static Reconciled unknownAfter(Throwable e) {
    return new Reconciled.Unknown(
        e instanceof WorldUnavailable ? "world_unavailable" : "bug",
        "it can't be told whether this happened: " + brief(e),
        null);
  }

  static ActionResult undeliverable(Action action, Status status, String reason) {
    return failed(
        action,
        status,
        "undeliverable",
        "the result could not be written; ask for less: " + reason,
        false);
  }

  /// The record of this action became a dead letter.
  static ActionResult unhandled(Action action, Status status, String reason) {
    return failed(
        action, status, "dead_letter", "the action could not be handled: " + reason, false);
  }

  /// Of an action whose record can't be read: only its id is known.
  static ActionResult unreadable(ActionId action, String reason) {
    String message = "the action could not be read: " + reason;
    return ActionResult.failed(
        action,
        action.run().agent(),
        Status.UNKNOWN,
        new ActionError("dead_letter", message, null, false));
  }

  /// What the world answered can't be written as JSON: how it ended is told, and no more. Names the
  /// failure's class only, as its message may quote the very text that can't be written.
  static ActionResult unwritable(Action action, ActionResult result, Throwable e) {
    String why = "the answer could not be written: " + e.getClass().getSimpleName();
    boolean done = result.status() == Status.DONE;
    return ActionResult.of(action.action(), action.agent(), result.status())
        .output(
            done ? Json.NODES.objectNode().put(ResultBound.NOTE, "It happened, but " + why) : null)
        .error(done ? null : new ActionError("unwritable", why, null, false))
        .worldVersion(result.worldVersion());
  }

  /// A result that this kind of call must not have is a bug of the world.
  static ActionResult checked(Action action, ActionResult result) {
    return switch (result.status()) {
      case DONE, REFUSED, FAILED, UNKNOWN -> own(action, result);
      case EXPIRED, SKIPPED, TIMED_OUT ->
          throw new IllegalStateException(
              "tool "
                  + action.tool()
                  + " answered "
                  + result.status()
                  + ", which only the loop and the executor may");
    };
  }

  /// A result that has no end in it is a bug of the world.
  static Reconciled checked(Action action, Reconciled found) {
    return switch (found) {
      case Reconciled.Done(ActionResult result) when result.status() == Status.UNKNOWN ->
          throw new IllegalStateException(
              "tool " + action.tool() + " came to its end with an unknown outcome");
      case Reconciled.Done(ActionResult result) -> new Reconciled.Done(checked(action, result));
      case Reconciled.NotDone _, Reconciled.Again _, Reconciled.Unknown _ -> found;
    };
  }

  private static ActionResult own(Action action, ActionResult result) {
    return ActionResult.of(action.action(), action.agent(), result.status())
        .output(result.output())
        .error(result.error())
        .worldVersion(result.worldVersion())
        .receipts(result.receipts())
        .showing(result.shown());
  }

  private static ActionResult refused(
      Action action, String code, String message, @Nullable String field) {
    return ActionResult.failed(
        action.action(),
        action.agent(),
        Status.REFUSED,
        new ActionError(code, message, field, false));
  }

  private static ActionResult failed(
      Action action, Status status, String code, String message, boolean retriable) {
    return ActionResult.failed(
        action.action(), action.agent(), status, new ActionError(code, message, null, retriable));
  }

  private static String brief(Throwable e) {
    return e.getMessage() == null
        ? e.getClass().getSimpleName()
        : e.getClass().getSimpleName() + ": " + e.getMessage();
  }
}
