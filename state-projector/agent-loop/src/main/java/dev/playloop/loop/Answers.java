package dev.playloop.loop;

import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Section;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// What a decision comes to.
final class Answers {
  private static final String CUT = "… [cut off at the model's length limit]";

  private Answers() {}

  static void made(Draft draft, Decision decision) {
    AgentState.Call call = draft.call;
    if (call == null || !call.turn().equals(decision.turn())) {
      Budget.late(draft, decision);
      return;
    }
    if (decision.outcome() instanceof Decision.Expired && draft.at.isBefore(call.notAfter())) {
      return; // says an earlier issue of this turn
    }
    if (!Budget.settle(draft, call, decision)) {
      return;
    }
    if (decision.outcome() instanceof Decision.Expired) {
      draft.call = expired(call);
      return; // another worker may still be at it: issued again at `settleAt`
    }
    draft.call = null;
    if (draft.run != null) {
      take(draft, decision);
    }
  }

  private static AgentState.Call expired(AgentState.Call call) {
    return new AgentState.Call(
        call.turn(),
        call.notAfter(),
        call.settleAt(),
        call.permitUsd(),
        call.boundUsd(),
        call.issues(),
        true,
        call.hold());
  }

  private static void take(Draft draft, Decision decision) {
    switch (decision.outcome()) {
      case Decision.Answered answered -> answered(draft, decision, answered);
      case Decision.Refused refused -> Fallback.run(draft, "refused", refused.message());
      case Decision.Failed failed -> failed(draft, failed);
      case Decision.Deferred ignored when draft.halt != null -> Turns.issue(draft, 1);
      case Decision.Deferred deferred -> deferred(draft, deferred);
      case Decision.Expired ignored -> throw new IllegalStateException("dealt with before");
    }
  }

  /// Waiting for what comes after the run's end would only hide why nothing came of it.
  private static void deferred(Draft draft, Decision.Deferred deferred) {
    Instant earliest = draft.at.plus(draft.policy.deferFloor());
    Instant until = deferred.until().isBefore(earliest) ? earliest : deferred.until();
    Instant end = draft.run().deadline;
    if (deferred.until().isAfter(end)) {
      Fallback.run(
          draft,
          "deferred",
          deferred.reason() + "; not before " + until + ", and the run ends at " + end);
    } else {
      draft.run().phase = new Run.Deferred(until);
    }
  }

  private static void failed(Draft draft, Decision.Failed failed) {
    if (failed.failure() == LlmFailure.PERMIT) {
      Closing.end(
          draft, RunOutcome.OUT_OF_BUDGET, Budget.describe(draft) + "; " + failed.message());
    } else {
      Fallback.run(draft, failed.failure().name().toLowerCase(Locale.ROOT), failed.message());
    }
  }

  private static void answered(Draft draft, Decision decision, Decision.Answered answered) {
    RunDraft run = draft.run();
    keepCandidate(draft, decision);
    if (!run.notices.isEmpty()) {
      draft.append(new Message.User(parts(run.notices)));
      run.notices.clear();
    }
    draft.append(
        new Message.Assistant(
            answered.text(), answered.toolCalls(), answered.raw(), decision.candidate()));
    if (!answered.toolCalls().isEmpty() && !run.finalTurn) {
      run.empty = 0;
      Acting.begin(draft, answered);
    } else if (answered.wasCut() && run.empty == 0 && !run.finalTurn) {
      run.empty++;
      run.notice(
          "answer_cut",
          "Your answer was cut off at its length limit. Go on: call a tool, or say the whole of it"
              + " again in fewer words.");
      Turns.next(draft);
    } else if (CallsAsText.begins(answered.text())) {
      callAsText(draft, answered);
    } else if (!answered.text().isBlank()) {
      run.empty = 0;
      Closing.wish(draft, answered.wasCut() ? answered.text() + CUT : answered.text());
    } else {
      empty(draft, answered);
    }
  }

  /// No text, and no call that this turn may make. Who reads why the run ended has to see which of
  /// them it was: an empty answer is the provider's fault, calls on the last turn are the model's.
  private static void empty(Draft draft, Decision.Answered answered) {
    RunDraft run = draft.run();
    run.empty++;
    if (!answered.toolCalls().isEmpty()) {
      Closing.end(
          draft,
          RunOutcome.OUT_OF_TURNS,
          "on its last turn, which has no tools, the model called "
              + answered.toolCalls().getFirst().name()
              + " instead of summing up");
      return;
    }
    if (run.empty > 1 || run.finalTurn) {
      Closing.end(
          draft,
          run.finalTurn ? RunOutcome.OUT_OF_TURNS : RunOutcome.STUCK,
          "the model's answer was empty");
      return;
    }
    run.notice(
        "empty_answer",
        "Your answer was empty. Call a tool, or end the run with a text or the finish tool.");
    Turns.next(draft);
  }

  /// A model that writes its call as text believes that it acted: told once, then the run is over.
  private static void callAsText(Draft draft, Decision.Answered answered) {
    RunDraft run = draft.run();
    run.empty++;
    if (run.empty > 1 || run.finalTurn) {
      Closing.end(
          draft,
          run.finalTurn ? RunOutcome.OUT_OF_TURNS : RunOutcome.STUCK,
          "the model writes tool calls as text, which its server does not read as such: "
              + answered.text());
      return;
    }
    run.notice(
        "call_as_text",
        "You wrote a tool call as text; no tool was called. Call the tool itself, or end the run"
            + " with a plain text.");
    Turns.next(draft);
  }

  /// A run keeps its model; that it had to change is journaled.
  private static void keepCandidate(Draft draft, Decision decision) {
    RunDraft run = draft.run();
    Route route = draft.runConfig().route(run.origin.triggerClass());
    if (route == null || decision.candidate() == null) {
      return;
    }
    List<String> keys = route.candidates().stream().map(Route.Candidate::key).toList();
    int answeredBy = keys.indexOf(decision.candidate());
    if (answeredBy >= 0 && !keys.get(run.candidate).equals(decision.candidate())) {
      draft.events.add(
          new LoopEvent.RouteChanged(run.id, keys.get(run.candidate), decision.candidate()));
      run.candidate = answeredBy;
    }
  }

  /// Each notice in a part of its own.
  static List<Part> parts(List<Run.Notice> notices) {
    return notices.stream()
        .<Part>map(notice -> new Part.Text(Section.render(Section.NOTICE, notice)))
        .toList();
  }
}
