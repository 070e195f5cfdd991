package dev.playloop.launcher.watch;

import dev.playloop.journal.KeyRing;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.operator.Step;
import dev.playloop.operator.StepReader;
import dev.playloop.operator.TopicTail;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.tool.ToolCall;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// The runs of an agent as a person reads them: what was seen, thought, tried, and what came back.
/// Read from the journal, which keeps everything for ever. Used by one thread.
public final class Story {
  /// The most of one text, on one line; `audit show --prompts` and `replay` have the whole.
  private static final int MAX_TEXT = 4_000;

  private final AgentId agent;
  private final @Nullable RunId only;

  private Story(AgentId agent, @Nullable RunId only) {
    this.agent = agent;
    this.only = only;
  }

  /// Of a run (`tally/ada:msg-001`) or of all runs of an agent (`tally/ada`).
  public static Story about(String runOrAgent) {
    if (runOrAgent.indexOf(':') < 0) {
      return new Story(new AgentId(runOrAgent), null);
    }
    RunId run = new RunId(runOrAgent);
    return new Story(run.agent(), run);
  }

  /// Tells the story; returns how many runs it told.
  public int tell(KafkaSettings kafka, PrintWriter out, Paint paint) {
    return tell(kafka, KeyRing.NONE, out, paint);
  }

  /// The same, where payloads are sealed.
  public int tell(KafkaSettings kafka, KeyRing keys, PrintWriter out, Paint paint) {
    StepReader reader = new StepReader(kafka.topics(), keys);
    Chapters chapters = chapters(out, paint);
    try (TopicTail tail =
        TopicTail.open(
            kafka,
            List.of(kafka.topics().actions(agent.world()), kafka.topics().journal()),
            true)) {
      for (ConsumerRecord<byte[], byte[]> record : tail.readToEnd()) {
        for (Step step : reader.read(record)) {
          if (step.agent().equals(agent)) {
            chapters.add(step);
          }
        }
      }
    }
    out.flush();
    return chapters.told();
  }

  public AgentId agent() {
    return agent;
  }

  /// For a caller that reads the steps itself.
  public Chapters chapters(PrintWriter out, Paint paint) {
    return new Chapters(out, paint);
  }

  /// One agent has one open run at a time, so a run's steps stand together; only triggers that
  /// arrive meanwhile stand between.
  public final class Chapters {
    private final PrintWriter out;
    private final Paint paint;
    private final java.util.Map<String, Step.Triggered> triggers = new java.util.HashMap<>();
    private @Nullable RunId open;
    private String seen = "";
    private int turn;
    private int told;

    private Chapters(PrintWriter out, Paint paint) {
      this.out = out;
      this.paint = paint;
    }

    /// How many runs were told.
    public int told() {
      return told;
    }

    /// Whether a step of this run would be told now.
    public boolean tells(RunId run) {
      return run.equals(open);
    }

    /// Something that is no step, beside the open run.
    public void beside(int number, String what, String text) {
      turn = number;
      say(what, text);
    }

    public void add(Step step) {
      switch (step) {
        case Step.Triggered s -> {
          triggers.put(String.valueOf(s.trigger().id()), s);
          if (open != null && open.trigger().equals(s.trigger().id())) {
            trigger(s);
          }
        }
        case Step.Noted s -> noted(s.event());
        case Step.Saw s -> {
          if (!s.view().summary().equals(seen)) {
            seen = s.view().summary();
            say("saw", seen);
          }
        }
        case Step.Decided s -> decided(s.decision());
        case Step.Acted s -> acted(s);
        case Step.Closed s -> closed(s.run());
        case Step.Dropped s -> {
          if (only == null) {
            out.println();
            out.println(
                paint.in(Paint.Color.BOLD, Printable.line(s.drop().trigger()))
                    + " was dropped: "
                    + StepPrinter.words(s.drop().reason()));
          }
        }
        case Step.Published _, Step.TurnOpened _ -> {}
      }
    }

    private void noted(LoopEvent event) {
      switch (event) {
        case LoopEvent.RunOpened opened -> {
          if (only != null && !only.equals(opened.run())) {
            return;
          }
          open = opened.run();
          seen = "";
          turn = 0;
          told++;
          out.println();
          out.println(paint.in(Paint.Color.BOLD, Printable.line(opened.run().value())));
          Step.Triggered trigger = triggers.get(opened.trigger());
          if (trigger != null) {
            trigger(trigger);
          }
        }
        case LoopEvent.TriggerJoined joined -> say("joined", joined.trigger());
        case LoopEvent.RouteChanged changed ->
            say("model", "changed from " + changed.from() + " to " + changed.to());
        case LoopEvent.Overrun overrun ->
            say("overrun", overrun.usd().toPlainString() + " USD beyond the bound");
        case LoopEvent.ApprovalAsked asked ->
            say("asked", "for a person's word on " + asked.tool() + " " + asked.args());
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
      triggers.remove(String.valueOf(step.trigger().id()));
    }

    private void decided(Decision decision) {
      if (open == null || !decision.turn().run().equals(open)) {
        return;
      }
      turn = decision.turn().number();
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
      if (open == null || !result.action().run().equals(open)) {
        return;
      }
      String what =
          result.error() != null
              ? result.error().code() + ": " + result.error().message()
              : result.output() == null ? "" : StepPrinter.brief(result.output());
      say("got", step.tool() + " " + StepPrinter.words(result.status()) + " " + what);
    }

    private void closed(LoopEvent.RunClosed run) {
      if (open == null || !run.run().equals(open)) {
        return;
      }
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
      open = null;
    }

    private void say(String what, String text) {
      if (open != null) {
        String number = turn == 0 ? "  " : String.format(java.util.Locale.ROOT, "%2d", turn);
        out.println(
            "  "
                + paint.in(Paint.Color.FAINT, number)
                + " "
                + paint.in(Paint.Color.CYAN, String.format("%-8s", what))
                + Printable.brief(text, MAX_TEXT));
      }
    }
  }
}
