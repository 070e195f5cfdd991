package dev.playloop.loop;

import dev.playloop.loop.people.Grants;
import dev.playloop.loop.people.Parking;
import dev.playloop.loop.people.Previews;
import dev.playloop.loop.people.Questions;
import dev.playloop.loop.people.Questions.Match;
import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Asking.Ask;
import dev.playloop.loop.state.Asking.Edited;
import dev.playloop.loop.state.Asking.Verdict;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.tool.ToolSpec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Writes that wait for people: when one's turn comes its rule is looked at, once; the world may be
/// asked first what it would do; and what people decide is carried out as soon as the run is open.
final class Approving {
  private static final int MAX_SHOWN = 1_000;

  private Approving() {}

  /// Does what the next write of the open run needs. True where it was refused, so that those
  /// behind it are not done either.
  static boolean advance(Draft draft, ActingDraft acting) {
    if (draft.run().doubt() != null || draft.halt() != null) {
      return false;
    }
    for (Pending pending : acting.open()) {
      if (pending.isWrite()) {
        return switch (pending.progress()) {
          case HELD -> begin(draft, acting, pending);
          case ASKED -> carryOut(draft, acting, pending);
          case PREVIEWED, OUT, WAITING -> false;
        };
      }
    }
    return false;
  }

  /// A write's turn has come.
  private static boolean begin(Draft draft, ActingDraft acting, Pending write) {
    RunDraft run = draft.run();
    ActionId action = acting.action(write);
    Match match = Match.of(draft.runConfig(), write.tool(), write.args());
    if (draft.runs().parked() != null && (match != null || sharesLane(draft, action, write))) {
      ActionError waits = new ActionError("waits_for_a_person", waits(draft), null, true);
      Results.refuse(draft, acting, write, waits);
      return true;
    }
    if (match == null) {
      acting.replace(write, Sending.out(draft, action, write));
      return false;
    }
    if (run.asking().denied().contains(Questions.call(write.tool(), write.args()))) {
      String message = "the same was denied before, and is not asked again; do something else";
      answer(draft, acting, write, "denied_before", message);
      return true;
    }
    if (Grants.pay(draft, action, write.args(), match.rule())) {
      acting.replace(write, Sending.out(draft, action, write));
      return false;
    }
    Ask ask = Questions.about(draft, action, write.args(), match);
    if (ask.terms().preview()) {
      run.asking(run.asking().ask(ask));
      acting.replace(write, Sending.preview(draft, Previews.id(action, 0), write));
    } else {
      Questions.ask(draft, ask, write, null);
      acting.replace(write, write.asked());
      endWaits(draft, acting);
    }
    return false;
  }

  /// A run that waits for people has nothing else to wait for.
  private static void endWaits(Draft draft, ActingDraft acting) {
    for (Pending pending : acting.open()) {
      if (pending.kind() == Pending.Kind.WAIT) {
        LoopTools.waited(draft, acting, pending);
      }
    }
  }

  private static boolean sharesLane(Draft draft, ActionId action, Pending write) {
    Pending waiting = Parking.waiting(draft);
    RunDraft parked = draft.runs().parked();
    if (waiting == null || parked == null || parked.asking().ask() == null) {
      return false;
    }
    ToolSpec<?> theirs = draft.runs().parkedCatalogue().find(waiting.tool());
    ToolSpec<?> ours = draft.catalogue().find(write.tool());
    if (theirs == null || ours == null) {
      return true; // nobody can say that they are apart
    }
    ActionId first = Objects.requireNonNull(parked.asking().ask()).action();
    Lane lane = theirs.lane(draft.agent(), draft.config(parked).actor(), first, waiting.args());
    return lane.equals(ours.lane(draft.agent(), draft.runConfig().actor(), action, write.args()));
  }

  private static String waits(Draft draft) {
    Pending waiting = Objects.requireNonNull(Parking.waiting(draft), "a parked run asks");
    Ask ask =
        Objects.requireNonNull(
            Objects.requireNonNull(draft.runs().parked()).asking().ask(), "a parked run asks");
    return waiting.tool()
        + " waits for a person's word until "
        + ask.question().expiresAt()
        + "; until then nothing goes out that needs one too, or that would come before it";
  }

  /// What people decided becomes true. Where the world has changed since they were asked it is
  /// asked once more what the write would do.
  private static boolean carryOut(Draft draft, ActingDraft acting, Pending write) {
    RunDraft run = draft.run();
    Ask ask = Objects.requireNonNull(run.asking().ask(), "a write that waits was asked about");
    Verdict verdict = ask.verdict();
    if (verdict == null) {
      return false;
    }
    return switch (verdict.how()) {
      case APPROVED, EDITED -> {
        if (Previews.isStale(draft, ask)) {
          ActionId again = Previews.id(ask.action(), Previews.round(ask));
          acting.replace(write, Sending.preview(draft, again, write));
        } else {
          release(draft, acting, write, ask);
        }
        yield false;
      }
      case DENIED, EXPIRED, CANCELLED -> {
        run.asking(run.asking().denying(ask, Questions.call(write.tool(), write.args())).ask(null));
        answer(draft, acting, write, code(verdict), said(verdict));
        yield true;
      }
    };
  }

  private static String code(Verdict verdict) {
    return verdict.by() == null ? "nobody_answered" : "denied";
  }

  private static String said(Verdict verdict) {
    return verdict.by() == null
        ? "nobody answered in time, so it was not done"
        : "denied by " + verdict.by() + (verdict.why() == null ? "" : ": " + verdict.why());
  }

  private static void release(Draft draft, ActingDraft acting, Pending write, Ask ask) {
    Questions.done(draft.run());
    acting.replace(write, Sending.out(draft, acting.action(write), write));
    Edited edited = ask.edited();
    if (edited != null) {
      String does = edited.by() + " changed your call: it does " + write.tool() + " with ";
      String why = edited.why() == null ? "" : ", because: " + edited.why();
      draft
          .run()
          .notice(
              "changed_by_a_person", does + Text.brief(write.args().toString(), MAX_SHOWN) + why);
    }
  }

  private static void answer(
      Draft draft, ActingDraft acting, Pending write, String code, String message) {
    ActionError error = new ActionError(code, message, null, false);
    Results.answer(
        draft,
        acting,
        write,
        ActionResult.failed(acting.action(write), draft.agent(), Status.REFUSED, error));
  }

  /// Whether this is the answer to what a write would do.
  static @Nullable Pending previewed(Draft draft, Phase.Acting phase, ActionResult result) {
    Ask ask = draft.run().asking().ask();
    if (ask == null || !Previews.id(ask.action(), Previews.round(ask)).equals(result.action())) {
      return null;
    }
    Pending write = phase.find(ask.action());
    return write != null && write.progress() == Pending.Progress.PREVIEWED ? write : null;
  }

  /// The world says what a write would do. Null where it says nothing yet: given up once it is due.
  static @Nullable ActingDraft previewed(
      Draft draft, Phase.Acting phase, Pending write, ActionResult result) {
    if (result.status() == Status.EXPIRED) {
      return null;
    }
    ActingDraft acting = new ActingDraft(phase);
    ask(draft, acting, write, Previews.of(result));
    return acting;
  }

  /// The world does not say it.
  static void overdue(Draft draft, ActingDraft acting, Pending write) {
    ask(draft, acting, write, Previews.unanswered());
  }

  /// People are asked for the first time, or again where it would do something else than they saw;
  /// else what they decided is carried out.
  private static void ask(Draft draft, ActingDraft acting, Pending write, JsonNode preview) {
    Ask ask = Objects.requireNonNull(draft.run().asking().ask(), "it was to be asked about");
    if (ask.verdict() == null) {
      Questions.ask(draft, ask, write, preview);
      acting.replace(write, write.asked());
      endWaits(draft, acting);
      return;
    }
    Previews.Change change = Previews.change(ask, preview);
    if (change == null) {
      Questions.same(draft, ask); // it goes out as soon as it may, which is not during a halt
    } else {
      Questions.again(draft, ask, write, change);
    }
    acting.replace(write, write.asked());
  }

  /// Where the run is open what was decided is carried out now; null where it is parked, and goes
  /// on when it may.
  static @Nullable ActingDraft decided(Draft draft) {
    RunDraft run = draft.openRun();
    return run != null
            && draft.runs().parked() == null
            && run.phase() instanceof Phase.Acting acting
        ? new ActingDraft(acting)
        : null;
  }
}
