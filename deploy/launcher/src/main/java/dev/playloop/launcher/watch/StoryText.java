package dev.playloop.launcher.watch;

import dev.playloop.operator.Step;
import dev.playloop.operator.Told;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A story as a person reads it: what was seen, thought, tried, and what came back. Used by one
/// thread.
public final class StoryText implements Consumer<Told> {
  /// The most of one text, on one line; `audit show --prompts` and `replay` have the whole.
  private static final int MAX_TEXT = 4_000;

  private final PrintWriter out;
  private final Paint paint;

  /// The turn under which lines are told.
  private int turn;

  /// The run that the last line was told of.
  private @Nullable RunId told;

  public StoryText(PrintWriter out, Paint paint) {
    this.out = out;
    this.paint = paint;
  }

  @Override
  public void accept(Told told) {
    switch (told) {
      case Told.Happened(var run, var number, var step) -> {
        other(run, step);
        turn = number;
        happened(step);
      }
      case Told.Prompt prompt -> {
        turn = prompt.turn();
        prompt(prompt);
      }
      case Told.Differs differs -> {
        turn = differs.turn();
        say("DIFFERS", "entry " + differs.entry() + ", " + differs.detail());
      }
      case Told.Checked checked -> checked(checked);
    }
    out.flush();
  }

  /// Says whose lines come, where those of another run stood before; a run's first line says it
  /// itself.
  private void other(@Nullable RunId run, Step step) {
    boolean opens = step instanceof Step.Noted(_, _, LoopEvent.RunOpened _);
    if (run != null && told != null && !run.equals(told) && !opens) {
      out.println();
      out.println(paint.in(Paint.Color.BOLD, Printable.line(run.value())) + " goes on");
    }
    told = run == null ? told : run;
  }

  private void happened(Step step) {
    switch (step) {
      case Step.Triggered s -> trigger(s);
      case Step.Noted s -> noted(s.event());
      case Step.Saw s -> say("saw", s.view().summary());
      case Step.Decided s -> decided(s.decision());
      case Step.Acted s -> acted(s);
      case Step.Progressed s -> say("on its way", StepPrinter.progress(s));
      case Step.Closed s -> closed(s.run());
      case Step.Dropped s -> {
        out.println();
        out.println(
            paint.in(Paint.Color.BOLD, Printable.line(s.drop().trigger()))
                + " was dropped: "
                + StepPrinter.words(s.drop().reason()));
      }
      case Step.Published _, Step.TurnOpened _ -> {}
    }
  }

  private void noted(LoopEvent event) {
    switch (event) {
      case LoopEvent.RunOpened opened -> {
        out.println();
        out.println(paint.in(Paint.Color.BOLD, Printable.line(opened.run().value())));
      }
      case LoopEvent.TriggerJoined joined -> say("joined", joined.trigger());
      case LoopEvent.RouteChanged changed ->
          say("model", "changed from " + changed.from() + " to " + changed.to());
      case LoopEvent.Overrun overrun ->
          say("overrun", overrun.usd().toPlainString() + " USD beyond the bound");
      case LoopEvent.ApprovalAsked asked -> say("asked", ApprovalText.of(asked));
      case ApprovalEvent approval -> say("person", ApprovalText.of(approval));
      case LoopEvent.Poisoned poisoned -> say("bug", poisoned.error());
      case LoopEvent.WorkHeld held -> say("halted", held.scope() + ", by " + held.by());
      case LoopEvent.WorkResumed resumed ->
          say(
              "resumed",
              "after "
                  + resumed.held().toMillis() / 1000.0
                  + " s of halt ("
                  + resumed.scope()
                  + ") by "
                  + resumed.by());
      case LoopEvent.CounterpartsForgotten forgotten ->
          say("forgot", String.join(", ", forgotten.counterparts()));
      case LoopEvent.TriggerQueued _,
          LoopEvent.Quarantined _,
          LoopEvent.RunClosed _,
          LoopEvent.TriggerDropped _ -> {}
    }
  }

  private void trigger(Step.Triggered step) {
    say("because", step.at() + " " + StepPrinter.trigger(step.trigger()));
    String broken = StepPrinter.broken(step.trigger());
    if (!broken.isEmpty()) {
      say("noted", broken);
    }
  }

  private void decided(Decision decision) {
    switch (decision.outcome()) {
      case Decision.Answered answered -> {
        if (!answered.text().isBlank()) {
          say("thought", answered.text());
        }
        for (ToolCall call : answered.toolCalls()) {
          say("tried", StepPrinter.call(call));
        }
      }
      case Decision.Refused refused -> say("refused", refused.message());
      case Decision.Deferred deferred -> say("waited", "until " + deferred.until());
      case Decision.Failed failed ->
          say("failed", StepPrinter.words(failed.failure()) + ": " + failed.message());
      case Decision.Expired _ -> say("expired", "no model was asked");
    }
    StepPrinter.notes(decision).forEach(note -> say("noted", note));
  }

  private void acted(Step.Acted step) {
    ActionResult result = step.result();
    String what =
        result.error() != null
            ? result.error().code() + ": " + result.error().message()
            : result.output() == null ? "" : StepPrinter.brief(result.output());
    say("got", step.tool() + " " + StepPrinter.words(result.status()) + " " + what);
    result.receipts().forEach(receipt -> say("receipt", receipt));
  }

  private void closed(LoopEvent.RunClosed run) {
    say(
        "ended",
        StepPrinter.words(run.outcome())
            + " after "
            + StepPrinter.count(run.turns(), "turn")
            + ", "
            + Duration.between(run.openedAt(), run.closedAt()).toMillis()
            + " ms and "
            + StepPrinter.usd(run.costUsd())
            + (run.summary().isBlank() ? "" : ": " + run.summary()));
  }

  private void prompt(Told.Prompt prompt) {
    String checked =
        prompt.journaled() == null
            ? "matches as part of the commands' hash"
            : prompt.matches() ? "matches" : "DIFFERS from " + prompt.journaled();
    say(
        "prompt",
        prompt.messages()
            + " messages, "
            + prompt.tools()
            + " tools, "
            + prompt.hash().substring(0, 16)
            + "… "
            + checked);
    if (prompt.body() != null) {
      for (Message message : prompt.body()) {
        out.println("      " + Json.text(message));
      }
    }
  }

  private void checked(Told.Checked checked) {
    out.println();
    // Differences are not those of prompts alone: where there are any, each was named above.
    out.printf(
        "%d prompts rebuilt%s%n",
        checked.prompts(), checked.holds() ? ", each as its hash says" : "");
    if (checked.unchecked() > 0) {
      out.printf(
          "%d entries of the run can't be folded again: see 'audit verify'%n", checked.unchecked());
    }
    out.println(checked.holds() ? "nothing differs" : checked.differences() + " differences");
  }

  private void say(String what, String text) {
    String number = turn == 0 ? "  " : String.format(Locale.ROOT, "%2d", turn);
    out.println(
        "  "
            + paint.in(Paint.Color.FAINT, number)
            + " "
            + paint.in(Paint.Color.CYAN, String.format("%-8s", what))
            + Printable.brief(text, MAX_TEXT));
  }
}
