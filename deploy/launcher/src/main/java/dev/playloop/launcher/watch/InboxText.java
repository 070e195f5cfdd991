package dev.playloop.launcher.watch;

import static java.util.stream.Collectors.joining;

import dev.playloop.operator.approval.Waits;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What waits for people, as one of them reads it before they answer. All texts of it but our own
/// words are strangers', and stand on one line each. Used by one thread.
public final class InboxText {
  /// The most of one value where many are listed, and where one is looked at.
  private static final int BRIEF = 160;

  private static final int WHOLE = 8_000;

  private final PrintWriter out;
  private final Instant now;

  /// `now` says what is left of each time.
  public InboxText(PrintWriter out, Instant now) {
    this.out = out;
    this.now = now;
  }

  /// In two lines.
  public void brief(Waits one) {
    switch (one) {
      case Waits.Asked(AgentId agent, ApprovalInbox.Ask ask) -> {
        Question question = ask.question();
        out.println(
            question.approval()
                + "  "
                + agent
                + "  "
                + Printable.line(ask.tool())
                + " "
                + Printable.brief(Json.text(ask.args()), BRIEF));
        out.println(
            "  rule "
                + Printable.line(question.rule())
                + ", "
                + whom(question.roles())
                + ", "
                + missing(ask)
                + ", "
                + left(question.expiresAt(), "expires"));
      }
      case Waits.InDoubt(AgentId agent, ApprovalInbox.Unknown write) -> {
        out.println(
            Printable.line(write.action().value())
                + "  "
                + agent
                + "  "
                + Printable.line(write.tool())
                + " "
                + (write.args() == null ? "" : Printable.brief(Json.text(write.args()), BRIEF)));
        out.println("  nobody knows whether it happened: 'approvals confirm' says it");
      }
      case Waits.Granted(AgentId agent, ApprovalInbox.StandingGrant grant) -> {
        out.println(
            Printable.line(grant.grant())
                + "  "
                + agent
                + "  granted by "
                + Printable.line(grant.by()));
        out.println(
            "  rule "
                + Printable.line(grant.rule())
                + " where "
                + Printable.brief(Json.text(grant.pattern()), BRIEF)
                + ", good for "
                + StepPrinter.count(grant.left(), "more use")
                + ", "
                + left(grant.until(), "ends"));
      }
    }
  }

  /// All of it.
  public void whole(Waits one) {
    switch (one) {
      case Waits.Asked(AgentId agent, ApprovalInbox.Ask ask) -> asked(agent, ask);
      case Waits.InDoubt(AgentId agent, ApprovalInbox.Unknown write) -> {
        out.println(agent + " does not know whether this happened");
        line("action", Printable.line(write.action().value()));
        line("tool", Printable.line(write.tool()));
        fields("with", write.args());
        line(
            "answer",
            "./playloop approvals confirm "
                + Shell.quoted(Printable.line(one.id()))
                + " happened|not");
      }
      case Waits.Granted _ -> brief(one);
    }
  }

  private void asked(AgentId agent, ApprovalInbox.Ask ask) {
    Question question = ask.question();
    out.println(agent + " asks whether it may " + Printable.line(ask.tool()));
    if (question.difference() != null) {
      line("AGAIN", Printable.brief(question.difference(), WHOLE));
    }
    fields("with", ask.args());
    line("acts as", Printable.line(ask.actor()));
    line("because", about(ask));
    line(
        "rule",
        Printable.line(question.rule())
            + (question.matched().isEmpty()
                ? ""
                : ", for " + Printable.brief(Json.text(question.matched()), WHOLE)));
    if (question.preview() != null) {
      fields("would give", question.preview());
    }
    line("asked", question.askedAt() + ", " + Lasting.words(since(question.askedAt())) + " ago");
    line("expires", question.expiresAt() + ", " + left(question.expiresAt(), ""));
    line("who may", whom(question.roles()));
    line("agreed", agreed(ask.words()));
    line("missing", missing(ask));
    line("action", Printable.line(ask.action().value()));
    line("args are", question.argsHash());
    line(
        "answer",
        question.allowed().stream().map(StepPrinter::words).collect(joining("|"))
            + ": ./playloop approvals approve "
            + question.approval());
  }

  /// Since when that waits, and for whom, in one line.
  public static String waiting(ApprovalInbox.Ask ask, Instant now) {
    InboxText text = new InboxText(new PrintWriter(PrintWriter.nullWriter()), now);
    Question question = ask.question();
    return question.approval()
        + " "
        + Printable.line(ask.tool())
        + " "
        + text.whom(question.roles())
        + ", "
        + text.missing(ask)
        + ", since "
        + question.askedAt()
        + ", "
        + text.left(question.expiresAt(), "expires");
  }

  private static String about(ApprovalInbox.Ask ask) {
    return "of a trigger "
        + Printable.line(ask.kind())
        + (ask.subject() == null ? "" : ", about " + Printable.line(ask.subject()));
  }

  private static String agreed(List<ApprovalInbox.Word> words) {
    return words.isEmpty()
        ? "nobody yet"
        : words.stream()
            .map(word ->
                Printable.line(word.subject()) + " (" + StepPrinter.words(word.answer()) + ")")
            .collect(joining(", "));
  }

  private String whom(List<String> roles) {
    return roles.isEmpty()
        ? "for anybody with a role"
        : "for " + Printable.line(String.join(" or ", roles));
  }

  private String missing(ApprovalInbox.Ask ask) {
    int people = ask.question().people();
    return people == 1 ? "1 person missing" : ask.missing() + " of " + people + " people missing";
  }

  private String left(Instant end, String verb) {
    Duration left = Duration.between(now, end);
    String what = verb.isEmpty() ? "" : verb + " ";
    return left.isNegative()
        ? what + Lasting.words(left) + " ago"
        : what + "in " + Lasting.words(left);
  }

  private Duration since(Instant then) {
    Duration since = Duration.between(then, now);
    return since.isNegative() ? Duration.ZERO : since;
  }

  /// Each field on a line of its own, as JSON: `"7"` is no 7.
  private void fields(String what, @Nullable JsonNode value) {
    List<String> lines = new ArrayList<>();
    if (value != null && value.isObject() && !value.isEmpty()) {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        lines.add(Printable.line(field.getKey()) + ": " + json(field.getValue()));
      }
    } else {
      lines.add(value == null ? "nothing is known" : json(value));
    }
    for (int i = 0; i < lines.size(); i++) {
      line(i == 0 ? what : "", lines.get(i));
    }
  }

  private static String json(JsonNode value) {
    String text = Printable.line(Json.text(value));
    return text.length() <= WHOLE
        ? text
        : text.substring(0, WHOLE) + "… (" + (text.length() - WHOLE) + " more; --json has all)";
  }

  private void line(String what, String text) {
    out.println("  " + String.format("%-11s", what) + text);
  }
}
