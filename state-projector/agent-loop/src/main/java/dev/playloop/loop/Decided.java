package dev.playloop.loop;

import dev.playloop.loop.prompt.CallsAsText;
import dev.playloop.loop.prompt.Outputs;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// What a decision comes to.
final class Decided {
  private static final String CUT = "… [cut off at the model's length limit]";

  private Decided() {}

  static Next made(Draft draft, Decision decision) {
    AgentState.Call call = draft.call();
    if (call == null || !call.turn().equals(decision.turn())) {
      Budget.late(draft, decision);
      return Next.REST;
    }
    if (decision.outcome() instanceof Decision.Expired && draft.at().isBefore(call.notAfter())) {
      return Next.REST; // says an earlier issue of this turn
    }
    if (!Budget.settle(draft, call, decision)) {
      return Next.REST;
    }
    if (decision.outcome() instanceof Decision.Expired) {
      draft.call(call.notBegun());
      return Next.REST; // another worker may still be at it: issued again at `settleAt`
    }
    draft.call(null);
    return draft.openRun() == null ? Next.REST : take(draft, decision);
  }

  private static Next take(Draft draft, Decision decision) {
    return switch (decision.outcome()) {
      case Decision.Answered answered -> answered(draft, decision, answered);
      case Decision.Refused refused -> new Next.Fall("refused", refused.message());
      case Decision.Failed failed -> failed(draft, failed);
      case Decision.Deferred _ when draft.halt() != null -> new Next.Issue(1);
      case Decision.Deferred deferred -> deferred(draft, deferred);
      case Decision.Expired _ -> throw new IllegalStateException("dealt with before");
    };
  }

  /// Waiting for what comes after the run's end would only hide why nothing came of it.
  private static Next deferred(Draft draft, Decision.Deferred deferred) {
    Instant earliest = draft.at().plus(draft.policy().deferFloor());
    Instant until = deferred.until().isBefore(earliest) ? earliest : deferred.until();
    Instant end = draft.run().deadline();
    if (deferred.until().isAfter(end)) {
      return new Next.Fall(
          "deferred", deferred.reason() + "; not before " + until + ", and the run ends at " + end);
    }
    draft.run().enter(new Phase.Deferred(until));
    return Next.REST;
  }

  private static Next failed(Draft draft, Decision.Failed failed) {
    return failed.failure() == LlmFailure.PERMIT
        ? new Next.End(RunOutcome.OUT_OF_BUDGET, Budget.describe(draft) + "; " + failed.message())
        : new Next.Fall(failed.failure().name().toLowerCase(Locale.ROOT), failed.message());
  }

  private static Next answered(Draft draft, Decision decision, Decision.Answered answered) {
    RunDraft run = draft.run();
    keepCandidate(draft, decision);
    if (!run.notices().isEmpty()) {
      draft.append(new Message.User(Outputs.notices(run.notices())));
      run.forgetNotices();
    }
    draft.append(
        new Message.Assistant(
            answered.text(), answered.toolCalls(), answered.raw(), decision.candidate()));
    if (!answered.toolCalls().isEmpty() && !run.isFinalTurn()) {
      run.answeredNothing(false);
      return new Next.Begin(answered);
    }
    if (answered.wasCut() && run.empty() == 0 && !run.isFinalTurn()) {
      run.answeredNothing(true);
      run.notice(
          "answer_cut",
          "Your answer was cut off at its length limit. Go on: call a tool, or say the whole of it"
              + " again in fewer words.");
      return Next.Turn.FRESH;
    }
    if (CallsAsText.begins(answered.text())) {
      return callAsText(draft, answered);
    }
    if (answered.text().isBlank()) {
      return empty(draft, answered);
    }
    run.answeredNothing(false);
    return new Next.Say(answered.wasCut() ? answered.text() + CUT : answered.text());
  }

  /// No text, and no call that this turn may make. Who reads why the run ended has to see which of
  /// them it was: an empty answer is the provider's fault, calls on the last turn are the model's.
  private static Next empty(Draft draft, Decision.Answered answered) {
    RunDraft run = draft.run();
    run.answeredNothing(true);
    if (!answered.toolCalls().isEmpty()) {
      return new Next.End(
          RunOutcome.OUT_OF_TURNS,
          "on its last turn, which has no tools, the model called "
              + answered.toolCalls().getFirst().target()
              + " instead of summing up");
    }
    if (run.empty() > 1 || run.isFinalTurn()) {
      return new Next.End(
          run.isFinalTurn() ? RunOutcome.OUT_OF_TURNS : RunOutcome.STUCK,
          "the model's answer was empty");
    }
    run.notice(
        "empty_answer",
        "Your answer was empty. Call a tool, or end the run with a text or the finish tool.");
    return Next.Turn.FRESH;
  }

  /// A model that writes its call as text believes that it acted: told once, then the run is over.
  private static Next callAsText(Draft draft, Decision.Answered answered) {
    RunDraft run = draft.run();
    run.answeredNothing(true);
    if (run.empty() > 1 || run.isFinalTurn()) {
      return new Next.End(
          run.isFinalTurn() ? RunOutcome.OUT_OF_TURNS : RunOutcome.STUCK,
          "the model writes tool calls as text, which its server does not read as such: "
              + answered.text());
    }
    run.notice(
        "call_as_text",
        "You wrote a tool call as text; no tool was called. Call the tool itself, or end the run"
            + " with a plain text.");
    return Next.Turn.FRESH;
  }

  /// A run keeps its model; that it had to change is journaled.
  private static void keepCandidate(Draft draft, Decision decision) {
    RunDraft run = draft.run();
    Route route = draft.runConfig().route(run.origin().triggerClass());
    if (route == null || decision.candidate() == null) {
      return;
    }
    List<String> keys = route.candidates().stream().map(Route.Candidate::key).toList();
    int answeredBy = keys.indexOf(decision.candidate());
    if (answeredBy >= 0 && !keys.get(run.candidate()).equals(decision.candidate())) {
      draft.event(
          new LoopEvent.RouteChanged(run.id(), keys.get(run.candidate()), decision.candidate()));
      run.use(answeredBy);
    }
  }
}
