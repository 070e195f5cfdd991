package dev.playloop.launcher.watch;

import dev.playloop.loop.state.Standing;
import dev.playloop.operator.AgentStatus;
import dev.playloop.schemas.Printable;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What an agent is doing, as a person reads it. Used by one thread.
public final class StatusText {
  /// So many waiting triggers are named.
  private static final int NAMED = 5;

  private final PrintWriter out;

  public StatusText(PrintWriter out) {
    this.out = out;
  }

  public void tell(AgentStatus status) {
    Standing standing = status.standing();
    if (standing == null) {
      out.println(status.agent() + "  not known: its newest entry can't be folded again here");
    } else {
      out.println(status.agent() + "  " + what(status, standing));
      hindered(standing);
      queue(standing.queue());
      line("money", money(standing));
    }
    line(
        "as of",
        String.format(
            Locale.ROOT,
            "entry %d of its journal, %s, %.1f s ago",
            status.seq(),
            status.at(),
            status.age().toMillis() / 1000.0));
    if (status.differences() > 0) {
      line(
          "DIFFERS",
          status.differences()
              + " values; './playloop audit verify --agent "
              + status.agent()
              + "' names them");
    }
    out.flush();
  }

  private static String what(AgentStatus status, Standing standing) {
    Standing.Doing doing = standing.doing();
    String since = status.since() == null ? "" : " since " + status.since();
    if (doing == null) {
      return "idle" + since;
    }
    Standing.Stage stage = doing.stage();
    String what =
        StepPrinter.words(stage.activity())
            + since
            + ", turn "
            + stage.turn()
            + " of "
            + Printable.line(stage.run().value())
            + " (open since "
            + doing.openedAt()
            + ")";
    return doing.calls().isEmpty() ? what : what + ", waiting for " + names(doing.calls());
  }

  private void hindered(Standing standing) {
    Standing.Held halt = standing.halt();
    if (halt != null) {
      line(
          "halted", halt.scope() + ", by " + Printable.line(halt.by()) + ", since " + halt.since());
    }
    if (!standing.configured()) {
      line("deleted", "or never applied");
    } else if (!standing.enabled()) {
      line("disabled", "by its config");
    }
    if (standing.quarantined()) {
      line("blocked", "quarantined after too many bugs; 'agents resume' lets it go on");
    } else if (standing.paused()) {
      line("paused", "it opens no new run; 'agents resume' lets it go on");
    }
    asked(standing.doing(), "asked");
    asked(standing.parked(), "parked");
  }

  /// What waits for people, for whom, and since when.
  private void asked(Standing.@Nullable Doing doing, String what) {
    Standing.Asked question = doing == null ? null : doing.question();
    if (doing == null || question == null) {
      return;
    }
    line(
        what,
        Printable.line(doing.stage().run().value())
            + " waits for "
            + (question.roles().isEmpty()
                ? "a person"
                : Printable.line(String.join(" or ", question.roles())))
            + " on "
            + names(doing.asked())
            + ", "
            + (question.missing() == 0
                ? "decided"
                : question.missing() == 1
                    ? "1 person missing"
                    : question.missing() + " people missing")
            + ", since "
            + question.since()
            + ", until "
            + question.until()
            + ": "
            + question.approval());
  }

  private void queue(List<Standing.Waiting> queue) {
    String some =
        queue.stream()
            .limit(NAMED)
            .map(one -> Printable.line(one.trigger() + " (" + one.kind() + ")"))
            .collect(Collectors.joining(", "));
    line(
        "queue",
        queue.isEmpty()
            ? "empty"
            : StepPrinter.count(queue.size(), "trigger")
                + ": "
                + some
                + (queue.size() > NAMED ? ", …" : ""));
  }

  private static String money(Standing standing) {
    Standing.Spending money = standing.money();
    Standing.Doing doing = standing.doing();
    String today = StepPrinter.usd(money.spentUsd()) + of(money.capUsd()) + " today";
    String run =
        doing == null
            ? ""
            : ", " + StepPrinter.usd(doing.spentUsd()) + of(doing.capUsd()) + " in this run";
    String call =
        money.underWayUsd().signum() == 0
            ? ""
            : ", a call of at most " + StepPrinter.usd(money.underWayUsd()) + " under way";
    return today + run + call;
  }

  private static String of(@Nullable BigDecimal cap) {
    return cap == null ? "" : " of " + StepPrinter.usd(cap);
  }

  private static String names(List<String> tools) {
    return Printable.line(String.join(", ", tools));
  }

  private void line(String what, String text) {
    out.println("  " + String.format("%-9s", what) + text);
  }
}
