package dev.playloop.loop;

import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.approval.QuestionBuilder;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.ActionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Questions to people about writes: each is journaled as asked, and ends in exactly one
/// [ApprovalEvent.Ended]. A word that changes nothing is journaled with why.
final class Approving {
  private Approving() {}

  static void ask(Draft draft, ActingDraft acting, Pending write) {
    acting.replace(write, write.asked());
    Question question =
        QuestionBuilder.builder()
            .approval(Question.id(acting.action(write), 0))
            .argsHash(Question.hash(write.args()))
            .rule(write.tool())
            .matched(Json.NODES.objectNode())
            .people(1)
            .askedAt(draft.at())
            .expiresAt(draft.at())
            .build();
    draft.event(
        new LoopEvent.ApprovalAsked(acting.action(write), write.tool(), write.args(), question));
  }

  /// The write that waits for this word; null where none does.
  static @Nullable Pending waiting(Draft draft, ApprovalControl.Approve approve) {
    return waiting(draft, approve.about().action(), approve.about().argsHash(), approve.author());
  }

  /// As [#waiting(Draft, Control.Approve)].
  static @Nullable Pending waiting(Draft draft, ApprovalControl.Deny deny) {
    return waiting(draft, deny.about().action(), deny.about().argsHash(), deny.author());
  }

  private static @Nullable Pending waiting(
      Draft draft, ActionId action, @Nullable String argsHash, Author author) {
    Pending pending = asked(draft, action);
    if (pending == null) {
      Why why = draft.isOpen(action.run()) ? Why.ALREADY_ENDED : Why.UNKNOWN_ACTION;
      draft.event(new ApprovalEvent.Ignored(action, why, author));
    } else if (argsHash != null && !argsHash.equals(Question.hash(pending.args()))) {
      // the person saw other arguments
      draft.event(new ApprovalEvent.Ignored(action, Why.WRONG_ARGUMENTS, author));
      pending = null;
    }
    return pending;
  }

  private static @Nullable Pending asked(Draft draft, ActionId action) {
    if (draft.openRun() == null || !(draft.openRun().phase() instanceof Phase.Acting phase)) {
      return null;
    }
    Pending pending = phase.find(action);
    return pending != null && pending.progress() == Pending.Progress.ASKED ? pending : null;
  }

  /// This word decides it. Returns the phase, for what follows.
  static ActingDraft end(Draft draft, Pending pending, How how, Author author) {
    ActingDraft acting = new ActingDraft((Phase.Acting) draft.run().phase());
    draft.event(new ApprovalEvent.Ended(acting.action(pending), how, List.of(author)));
    return acting;
  }

  /// The run ends while the question is open.
  static void abandon(Draft draft, ActionId action, RunOutcome outcome) {
    How how = outcome == RunOutcome.DEADLINE ? How.EXPIRED : How.CANCELLED;
    draft.event(new ApprovalEvent.Ended(action, how, List.of()));
  }
}
