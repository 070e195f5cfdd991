package dev.playloop.launcher.watch;

import dev.playloop.operator.Step;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Prints steps as they happen, one line each: seconds since the first step, agent, what it is, and
/// what it says. Long texts are cut. Used by one thread.
public final class StepPrinter {
  private static final int MAX_DETAIL = 160;

  /// What stands for half a surrogate pair, NUL, and bytes that are no UTF-8.
  private static final char BROKEN = '\ufffd';

  /// Of one value, such as an argument or an output.
  private static final int MAX_VALUE = 2_000;

  private final PrintWriter out;
  private final Paint paint;
  private @Nullable Instant zero;

  public StepPrinter(PrintWriter out, Paint paint) {
    this.out = out;
    this.paint = paint;
  }

  public void print(Step step) {
    switch (step) {
      case Step.Published s -> published(s);
      case Step.Triggered _, Step.TurnOpened _, Step.Saw _ -> {}
      case Step.Decided s -> decision(s);
      case Step.Acted s -> result(s);
      case Step.Progressed s -> line(s, Paint.Color.CYAN, "  on its way", progress(s));
      case Step.Closed s -> closed(s);
      case Step.Dropped s ->
          line(
              s,
              Paint.Color.YELLOW,
              "dropped",
              s.drop().trigger() + " " + words(s.drop().reason()));
      case Step.Noted s -> noted(s);
    }
    out.flush();
  }

  private void published(Step.Published step) {
    line(step, Paint.Color.BLUE, "trigger", trigger(step.trigger()));
    String broken = broken(step.trigger());
    if (!broken.isEmpty()) {
      line(step, Paint.Color.YELLOW, "  note", broken);
    }
  }

  private void decision(Step.Decided step) {
    Decision decision = step.decision();
    String turn = "turn " + decision.turn().number();
    switch (decision.outcome()) {
      case Decision.Answered answered -> {
        line(step, Paint.Color.PLAIN, turn, answered.text());
        for (ToolCall call : answered.toolCalls()) {
          line(step, Paint.Color.CYAN, "  call", call(call));
        }
      }
      case Decision.Refused refused ->
          line(step, Paint.Color.YELLOW, turn, "the model refuses: " + refused.message());
      case Decision.Deferred deferred ->
          line(
              step,
              Paint.Color.YELLOW,
              turn,
              "waits until " + deferred.until() + ": " + deferred.reason());
      case Decision.Failed failed ->
          line(
              step,
              Paint.Color.RED,
              turn,
              "the model failed, " + words(failed.failure()) + ": " + failed.message());
      case Decision.Expired _ ->
          line(step, Paint.Color.YELLOW, turn, "came too late; no call was made");
    }
    for (String note : notes(decision)) {
      line(step, Paint.Color.YELLOW, "  note", note);
    }
  }

  /// What was odd about the answer, and was mended.
  static List<String> notes(Decision decision) {
    return decision.notes() == null ? List.of() : decision.notes();
  }

  /// What of a trigger was no text; empty where all of it was.
  static String broken(Trigger trigger) {
    int count = 0;
    String all = Json.text(trigger);
    for (int at = all.indexOf(BROKEN); at >= 0; at = all.indexOf(BROKEN, at + 1)) {
      count++;
    }
    return count == 0
        ? ""
        : count(count, "character") + " of the trigger came broken, and stand as U+FFFD";
  }

  private void result(Step.Acted step) {
    ActionResult result = step.result();
    boolean done = result.status() == ActionResult.Status.DONE;
    String detail =
        result.error() != null
            ? result.error().code() + ": " + result.error().message()
            : result.output() == null ? "" : brief(result.output());
    line(
        step,
        done ? Paint.Color.GREEN : Paint.Color.RED,
        "  result",
        step.tool() + " " + words(result.status()) + (detail.isEmpty() ? "" : " " + detail));
    result.receipts().forEach(receipt -> line(step, Paint.Color.CYAN, "  receipt", receipt));
    screens(result).forEach(url -> line(step, Paint.Color.CYAN, "  screen", url));
  }

  /// What happened to the action, and what proves it.
  static String progress(Step.Progressed step) {
    String receipt = step.progress().receipt();
    return step.tool() + " " + step.progress().step() + (receipt == null ? "" : " " + receipt);
  }

  /// Where the pictures of a result are: those that a model is shown, and one that is kept only.
  private static List<String> screens(ActionResult result) {
    Set<String> urls = new LinkedHashSet<>();
    for (Part part : result.shown() == null ? List.<Part>of() : result.shown()) {
      if (part instanceof Part.Image image) {
        urls.add(image.url());
      }
    }
    if (result.output() != null && result.output().at("/screenshot/url").isString()) {
      urls.add(result.output().at("/screenshot/url").stringValue());
    }
    return List.copyOf(urls);
  }

  private void closed(Step.Closed step) {
    LoopEvent.RunClosed run = step.run();
    boolean completed = run.outcome() == LoopEvent.RunOutcome.COMPLETED;
    line(
        step,
        completed ? Paint.Color.BOLD_GREEN : Paint.Color.BOLD_RED,
        "closed",
        run.run().trigger()
            + " "
            + words(run.outcome())
            + " after "
            + count(run.turns(), "turn")
            + " and "
            + count(run.actions().size(), "action")
            + " in "
            + Duration.between(run.openedAt(), run.closedAt()).toMillis()
            + " ms, "
            + usd(run.costUsd())
            + (run.summary().isBlank() ? "" : ": " + run.summary()));
  }

  private void noted(Step.Noted step) {
    String text =
        switch (step.event()) {
          case LoopEvent.TriggerQueued e ->
              e.trigger()
                  + (e.position() == 0
                      ? " waits, next in line"
                      : " waits at place " + e.position());
          case LoopEvent.TriggerJoined e -> e.trigger() + " joins " + e.run().trigger();
          case LoopEvent.RouteChanged e -> "model changes from " + e.from() + " to " + e.to();
          case LoopEvent.Overrun e -> "billed " + e.usd().toPlainString() + " USD beyond the bound";
          case LoopEvent.ApprovalAsked e -> "asked " + ApprovalText.of(e);
          case ApprovalEvent e -> ApprovalText.of(e);
          case LoopEvent.Poisoned e -> "a bug in the loop: " + e.error();
          case LoopEvent.Quarantined _ -> "quarantined after three bugs";
          case LoopEvent.WorkHeld e -> "halted (" + e.scope() + ") by " + e.by();
          case LoopEvent.WorkResumed e ->
              "resumed after " + e.held().toMillis() / 1000.0 + " s of halt by " + e.by();
          case LoopEvent.CounterpartsForgotten e ->
              "forgets what was said by " + String.join(", ", e.counterparts());
          case LoopEvent.RunOpened _, LoopEvent.RunClosed _, LoopEvent.TriggerDropped _ -> "";
        };
    if (!text.isEmpty()) {
      line(step, Paint.Color.YELLOW, "note", text);
    }
  }

  private void line(Step step, Paint.Color color, String what, String detail) {
    if (zero == null) {
      zero = step.at();
    }
    double seconds = Math.max(0, Duration.between(zero, step.at()).toMillis()) / 1000.0;
    out.println(
        paint.in(Paint.Color.FAINT, String.format(Locale.ROOT, "%7.3f", seconds))
            + "  "
            + paint.in(Paint.Color.BOLD, padded(step.agent().value(), 14))
            + paint.in(color, padded(what, 10) + Printable.brief(detail, MAX_DETAIL)));
  }

  static String trigger(Trigger trigger) {
    String about = trigger.subject() == null ? "" : " about " + trigger.subject().id();
    return trigger.kind()
        + " "
        + trigger.id()
        + about
        + (trigger.text().isBlank() ? "" : ": " + trigger.text());
  }

  /// `buy_item(itemName: food, quantity: 10)`, and why where the arguments don't fit; the tool that
  /// is meant, whatever it was called through, and whether it is only asked for.
  static String call(ToolCall call) {
    String tool = (call.simulate() ? "simulate " : "") + call.target();
    return switch (call.check()) {
      case ToolCall.Valid valid -> tool + "(" + arguments(valid.args()) + ")";
      case ToolCall.Invalid invalid ->
          tool
              + "("
              + Printable.brief(call.arguments(), MAX_VALUE)
              + ") is wrong: "
              + invalid.message();
    };
  }

  private static String arguments(JsonNode args) {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> e : args.properties()) {
      parts.add(e.getKey() + ": " + brief(e.getValue()));
    }
    return String.join(", ", parts);
  }

  static String brief(JsonNode value) {
    return Printable.brief(value.isString() ? value.asString() : Json.text(value), MAX_VALUE);
  }

  /// `0.0075 USD`, as exact as it is known.
  public static String usd(BigDecimal amount) {
    return (amount.signum() == 0 ? "0" : amount.stripTrailingZeros().toPlainString()) + " USD";
  }

  static String words(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static String count(int n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }

  private static String padded(String text, int width) {
    return text.length() >= width ? text + " " : text + " ".repeat(width - text.length());
  }
}
