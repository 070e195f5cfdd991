package dev.playloop.loop;

import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What people do to an agent: its config, and their words on its runs and actions.
final class AgentControls {
  private AgentControls() {}

  static Next controlled(Draft draft, Control control) {
    return switch (control) {
      case ApprovalControl.Approve approve -> approve(draft, approve);
      case ApprovalControl.Deny deny -> deny(draft, deny);
      case ApprovalControl unsupported -> {
        draft.event(
            new ApprovalEvent.Ignored(action(unsupported), Why.NOT_ALLOWED, unsupported.author()));
        yield Next.REST;
      }
      case Control.CancelRun cancel -> {
        if (draft.isOpen(cancel.run())) {
          RunClosing.cancel(draft, "cancelled by " + cancel.author().subject());
        }
        yield Next.REST;
      }
      case Control.Pause _ -> {
        draft.pause();
        yield Next.REST;
      }
      case Control.Resume _ -> {
        draft.resume();
        yield Next.REST;
      }
      case Control.ForgetSubject forget -> {
        // whoever the open run is about, its transcript shows the memory as it was
        RunClosing.cancel(draft, "a subject was forgotten");
        Remembering.forget(draft, forget.subject());
        yield Next.REST;
      }
      case Control.Snapshot _ -> Next.REST; // the shell journals it
    };
  }

  private static @Nullable ActionId action(ApprovalControl control) {
    return switch (control) {
      case ApprovalControl.Answer answer -> answer.about().action();
      case ApprovalControl.Confirm confirm -> confirm.action();
      case ApprovalControl.Grant _, ApprovalControl.Revoke _ -> null;
    };
  }

  private static Next approve(Draft draft, ApprovalControl.Approve approve) {
    Run.Doubt doubt = doubt(draft, approve.about().action());
    if (doubt != null) {
      ObjectNode confirmed = Json.NODES.objectNode().put("confirmedBy", approve.author().subject());
      return new Next.Clear(
          doubt, ActionResult.done(approve.about().action(), draft.agent(), confirmed, null));
    }
    Pending pending = Approving.waiting(draft, approve);
    if (pending == null) {
      return Next.REST;
    }
    ActingDraft acting = Approving.end(draft, pending, How.APPROVED, approve.author());
    acting.replace(
        pending,
        draft.halt() == null
            ? Sending.out(draft, approve.about().action(), pending)
            : Sending.heldBack(draft, pending));
    return new Next.Act(acting);
  }

  private static Next deny(Draft draft, ApprovalControl.Deny deny) {
    Run.Doubt doubt = doubt(draft, deny.about().action());
    if (doubt != null) {
      draft.watch(deny.about().action(), doubt.tool());
      return new Next.Clear(doubt, denied(draft, deny, Status.FAILED, "not_done"));
    }
    Pending pending = Approving.waiting(draft, deny);
    if (pending == null) {
      return Next.REST;
    }
    ActingDraft acting = Approving.end(draft, pending, How.DENIED, deny.author());
    Results.answer(draft, acting, pending, denied(draft, deny, Status.REFUSED, "denied"));
    return new Next.Act(acting);
  }

  private static ActionResult denied(Draft draft, ApprovalControl.Deny deny, Status status, String code) {
    String reason = deny.reason() == null ? "" : ": " + deny.reason();
    return ActionResult.failed(
        deny.about().action(),
        draft.agent(),
        status,
        new ActionResult.ActionError(
            code, "denied by " + deny.author().subject() + reason, null, false));
  }

  private static Run.@Nullable Doubt doubt(Draft draft, ActionId action) {
    Run.Doubt doubt = draft.openRun() == null ? null : draft.openRun().doubt();
    return doubt != null && doubt.action().equals(action) ? doubt : null;
  }

  /// A run keeps the config it began with; only `enabled: false` and lower caps act at once.
  static void configured(Draft draft, @Nullable AgentConfig config) {
    if (config == null) {
      RunClosing.cancel(draft, "the agent was deleted");
      draft.configure(null);
      Queue.waitForConfig(draft, draft.at().plus(draft.policy().unknownAgentWait()));
    } else if (!config.enabled()) {
      RunClosing.cancel(draft, "the agent was disabled");
      draft.configure(config);
      Queue.dropAll(draft, DropReason.DISABLED);
    } else {
      RunDraft run = draft.openRun();
      if (run != null) {
        AgentConfig begun = run.config() == null ? draft.config() : run.config();
        run.keep(config.equals(begun) ? null : begun);
      }
      draft.configure(config);
      Queue.waitForConfig(draft, null);
    }
  }
}
