package dev.playloop.loop;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import org.jspecify.annotations.Nullable;

/// What people do to an agent: its config, and their words on its runs and actions.
final class Controls {
  private Controls() {}

  static void controlled(Draft draft, Control control) {
    switch (control) {
      case Control.Approve approve -> approve(draft, approve);
      case Control.Deny deny -> deny(draft, deny);
      case Control.CancelRun cancel -> {
        if (draft.run != null && draft.run.id.equals(cancel.run())) {
          Closing.cancel(draft, "cancelled by " + cancel.by());
        }
      }
      case Control.Pause ignored -> draft.paused = true;
      case Control.Resume ignored -> {
        draft.paused = false;
        draft.poisoned = 0; // a person lifts the quarantine
      }
      case Control.ForgetSubject forget -> Remembering.forget(draft, forget.subject());
      case Control.Snapshot ignored -> {} // the shell journals it
    }
  }

  private static void approve(Draft draft, Control.Approve approve) {
    Run.Doubt doubt = doubt(draft, approve.action());
    if (doubt != null) {
      Doubts.clear(
          draft,
          doubt,
          ActionResult.done(
              approve.action(),
              draft.agent,
              Json.NODES.objectNode().put("confirmedBy", approve.by()),
              null));
      return;
    }
    if (draft.run != null && draft.run.phase instanceof Run.Acting phase) {
      Run.Pending pending = asked(phase, approve.action());
      if (pending != null) {
        ActingDraft acting = new ActingDraft(phase);
        acting.replace(
            pending,
            draft.halt == null
                ? Release.out(draft, acting.turn, pending)
                : Release.heldBack(draft, pending));
        Acting.advance(draft, acting);
      }
    }
  }

  private static void deny(Draft draft, Control.Deny deny) {
    Run.Doubt doubt = doubt(draft, deny.action());
    if (doubt != null) {
      Closing.watch(draft, deny.action(), doubt.tool());
      Doubts.clear(draft, doubt, denied(draft, deny, Status.FAILED, "not_done"));
      return;
    }
    if (draft.run != null && draft.run.phase instanceof Run.Acting phase) {
      Run.Pending pending = asked(phase, deny.action());
      if (pending != null) {
        ActingDraft acting = new ActingDraft(phase);
        Results.answer(draft, acting, pending, denied(draft, deny, Status.REFUSED, "denied"));
        Acting.advance(draft, acting);
      }
    }
  }

  private static ActionResult denied(Draft draft, Control.Deny deny, Status status, String code) {
    String reason = deny.reason() == null ? "" : ": " + deny.reason();
    return ActionResult.failed(
        deny.action(),
        draft.agent,
        status,
        new ActionResult.ActionError(code, "denied by " + deny.by() + reason, null, false));
  }

  private static Run.@Nullable Doubt doubt(Draft draft, ActionId action) {
    Run.Doubt doubt = draft.run == null ? null : draft.run.doubt;
    return doubt != null && doubt.action().equals(action) ? doubt : null;
  }

  private static Run.@Nullable Pending asked(Run.Acting phase, ActionId action) {
    Run.Pending pending = Results.find(phase, action);
    return pending != null && pending.progress() == Run.Progress.ASKED ? pending : null;
  }

  /// A run keeps the config it began with; only `enabled: false` and lower caps act at once.
  static void configured(Draft draft, @Nullable AgentConfig config) {
    if (config == null) {
      Closing.cancel(draft, "the agent was deleted");
      draft.config = null;
      Lane.waitForConfig(draft, draft.at.plus(draft.policy.unknownAgentWait()));
    } else if (!config.enabled()) {
      Closing.cancel(draft, "the agent was disabled");
      draft.config = config;
      Lane.dropAll(draft, DropReason.DISABLED);
    } else {
      if (draft.run != null) {
        AgentConfig begun = draft.run.config == null ? draft.config : draft.run.config;
        draft.run.config = config.equals(begun) ? null : begun;
      }
      draft.config = config;
      Lane.waitForConfig(draft, null);
    }
  }
}
