package dev.playloop.loop;

import dev.playloop.loop.people.Talking;
import dev.playloop.loop.prompt.Outputs;
import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.tool.ToolSpec;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// What the result of an action comes to for the call that waits for it.
final class Results {
  private Results() {}

  static void take(Draft draft, ActingDraft acting, Pending pending, ActionResult result) {
    // Loop and workers hear of a halt a moment apart. A second such answer outside of a halt may be
    // an old one, and counts as any other that says that nothing was begun.
    if (result.isHalted() && (draft.halt() != null || pending.issues() <= 1)) {
      acting.replace(pending, Sending.heldBack(draft, pending));
    } else if (result.status() == Status.EXPIRED) {
      boolean fromThisIssue =
          pending.due() != null
              && !draft.at().isBefore(Sending.notAfter(draft, pending.tool(), pending.due()));
      if (fromThisIssue) {
        acting.replace(pending, pending.notBegun()); // issued again once it is due
      }
    } else if (result.status() == Status.UNKNOWN && pending.isWrite()) {
      acting.replace(pending, pending.inDoubt());
      Sending.doubt(draft, acting.action(pending), pending);
    } else {
      answer(draft, acting, pending, result);
    }
  }

  /// Nothing (or only EXPIRED) came of a released action in all its time.
  static void overdue(Draft draft, ActingDraft acting, Pending pending) {
    if (pending.expired() && pending.issues() < Pending.MAX_ISSUES) {
      acting.replace(pending, Sending.out(draft, acting.action(pending), pending));
    } else if (pending.expired()) {
      if (pending.isWrite()) {
        draft.flights().watch(acting.action(pending), pending.tool());
      }
      give(draft, acting, pending, Status.EXPIRED, "no worker began it in time, twice");
    } else if (pending.looks()) {
      give(draft, acting, pending, Status.TIMED_OUT, "no answer came in time");
    } else {
      acting.replace(pending, pending.inDoubt());
      Sending.doubt(draft, acting.action(pending), pending);
    }
  }

  /// Answers a call with what the loop itself found.
  static void give(
      Draft draft, ActingDraft acting, Pending pending, Status status, String message) {
    ActionId id = acting.action(pending);
    String code = status.name().toLowerCase(Locale.ROOT);
    ActionResult.ActionError error = new ActionResult.ActionError(code, message, null, false);
    answer(draft, acting, pending, ActionResult.failed(id, draft.agent(), status, error));
  }

  /// Answers a write with what is no fault of it, so that it may be tried again.
  static void refuse(Draft draft, ActingDraft acting, Pending write, ActionResult.ActionError why) {
    ActionResult refused =
        ActionResult.failed(acting.action(write), draft.agent(), Status.REFUSED, why);
    acting.end(write);
    draft.run().take(write.tool(), Status.REFUSED);
    tell(draft, write, refused);
    acting.fail(true);
  }

  private static void tell(Draft draft, Pending pending, ActionResult result) {
    if (pending.slot() >= 0) {
      draft.put(
          pending.slot(),
          Outputs.of(pending.callId(), pending.tool(), result, draft.policy().outputBytes()));
    }
  }

  /// The one answer of a call.
  static void answer(Draft draft, ActingDraft acting, Pending pending, ActionResult result) {
    RunDraft run = draft.run();
    acting.end(pending);
    boolean simulated = pending.kind() == Pending.Kind.SIMULATED;
    if (!simulated) {
      run.take(pending.tool(), result.status());
    }
    tell(draft, pending, result);
    if (simulated) {
      acting.look(); // whatever it would have come to, no message is answered and no run ended
      return;
    }
    boolean write = pending.isWrite();
    if (result.status() == Status.DONE) {
      if (write && result.worldVersion() != null) {
        run.need(result.worldVersion());
        acting.move();
      }
      replied(draft, pending.tool(), pending.args());
      Talking.spoke(draft, pending, result);
      if (!write) {
        acting.look();
      }
      ToolSpec<?> spec = draft.catalogue().find(pending.tool());
      if (spec != null && spec.endsRun()) {
        acting.endRun();
      }
    } else {
      if (result.status() == Status.REFUSED) {
        Teaching.strike(draft, pending);
      }
      acting.fail(write);
      run.notice("action_failed", failure(pending.tool(), result));
    }
  }

  /// Where the tool is a reply, its message is answered.
  static void replied(Draft draft, String tool, JsonNode args) {
    ToolSpec<?> spec = draft.catalogue().find(tool);
    String message = spec == null ? null : spec.replyTo(args);
    if (message != null) {
      draft.run().aim(draft.run().goals().answered(message));
    }
  }

  /// A notice speaks for the game, so it quotes no text of a world: why, says the tool's answer.
  private static String failure(String tool, ActionResult result) {
    return result.status() == Status.UNKNOWN
        ? tool
            + " has no known outcome: it may or may not have happened. Further writes wait until"
            + " that is cleared; do not repeat it."
        : tool
            + " did not succeed ("
            + result.status().name().toLowerCase(Locale.ROOT)
            + "); its answer says why. Adjust your plan to this.";
  }
}
