package dev.playloop.loop;

import dev.playloop.loop.people.Grants;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What people do to an agent: its config, and their words on its runs and actions.
final class AgentControls {
  private AgentControls() {}

  /// What was said before something that was obeyed already is too late for orders that replace one
  /// another: a network or a thief may repeat them.
  static void controlled(Draft draft, Control control) {
    switch (control) {
      case ApprovalControl.Grant grant -> Grants.give(draft, grant);
      case ApprovalControl.Revoke revoke -> Grants.revoke(draft, revoke);
      case Control.CancelRun cancel ->
          RunClosing.cancel(draft, cancel.run(), "cancelled by " + cancel.author().subject());
      case Control.Pause _, Control.Resume _, Control.ForgetSubject _, Control.Snapshot _ -> {
        if (isStale(draft, control)) {
          draft.event(new ApprovalEvent.Ignored(null, Why.STALE, control.author()));
        } else {
          draft.heard(control.at());
          obey(draft, control);
        }
      }
      case ApprovalControl.Answer _, ApprovalControl.Confirm _ ->
          throw new IllegalStateException("the fold deals with these");
    }
  }

  private static boolean isStale(Draft draft, Control control) {
    Instant said = draft.said();
    boolean repeats =
        switch (control) {
          case Control.Pause _, Control.Resume _ -> false; // as it is already
          case Control.ForgetSubject _, Control.Snapshot _ -> true;
          case ApprovalControl _, Control.CancelRun _ -> true;
        };
    return said != null && (control.at().isBefore(said) || (repeats && control.at().equals(said)));
  }

  private static void obey(Draft draft, Control control) {
    switch (control) {
      case Control.Pause _ -> draft.pause();
      case Control.Resume _ -> draft.resume();
      case Control.ForgetSubject forget -> {
        // whoever the open run is about, its transcript shows the memory as it was
        RunClosing.cancelAll(draft, "a subject was forgotten");
        Remembering.forget(draft, forget.subject());
      }
      case Control.Snapshot _ -> {} // the shell journals it
      case ApprovalControl _, Control.CancelRun _ ->
          throw new IllegalStateException("dealt with before");
    }
  }

  /// A run keeps the config it began with; only `enabled: false` and lower caps act at once.
  static void configured(Draft draft, @Nullable AgentConfig config) {
    if (config == null) {
      RunClosing.cancelAll(draft, "the agent was deleted");
      draft.configure(null);
      Queue.waitForConfig(draft, draft.at().plus(draft.policy().unknownAgentWait()));
    } else if (!config.enabled()) {
      RunClosing.cancelAll(draft, "the agent was disabled");
      draft.configure(config);
      Queue.dropAll(draft, DropReason.DISABLED);
    } else {
      keep(draft, draft.openRun(), config);
      keep(draft, draft.runs().parked(), config);
      draft.configure(config);
      Queue.waitForConfig(draft, null);
    }
  }

  /// The config stays: the world may be declared again.
  static void retired(Draft draft, String by) {
    RunClosing.cancelAll(draft, "the world was retired by " + by);
    Queue.dropAll(draft, DropReason.WORLD_RETIRED);
  }

  private static void keep(Draft draft, @Nullable RunDraft run, AgentConfig next) {
    if (run != null) {
      AgentConfig begun = run.config() == null ? draft.config() : run.config();
      run.keep(next.equals(begun) ? null : begun);
    }
  }
}
