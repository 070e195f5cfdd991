package dev.playloop.schemas.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.LoopEvent.RunClosed;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.ExactlyOne;
import dev.playloop.schemas.json.JsonFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `expect.yaml`: what must have come of the triggers of an example, how the world's database must
/// look afterwards, and what must have been seen in the game itself.
///
/// ```yaml
/// triggers:
///   - trigger: msg-4
///     outcome: COMPLETED
///     turns: 6
///     tools:
///       - anyOrder: [get_my_stats done, get_battle_details done]
///       - do_work done
///       - reply_to_message done
///     contains: ["on my way"]
///     approvals: [pay denied, pay approved]
/// sql:
///   - query: SELECT name, energy FROM users WHERE name = 'ada'
///     rows: [{name: ada, energy: 0}]
///
/// game:
///   - ask: /seen/spoken?by=mira
///     rows: [{to: Alex, text: "Good morning!"}]
///   - ask: /seen/moves
///     among: [{by: bram, blocked: true}]
///
/// counts:
///   - name: messages sent
///     query: SELECT count(*) FROM messages
/// ```
public record Expectations(
    @Default("[]") List<Expected> triggers,
    @Default("[]") List<SqlCheck> sql,
    @Default("[]") List<GameCheck> game,
    @Default("[]") List<Count> counts) {
  public Expectations {
    triggers = triggers == null ? List.of() : List.copyOf(triggers);
    sql = sql == null ? List.of() : List.copyOf(sql);
    game = game == null ? List.of() : List.copyOf(game);
    counts = counts == null ? List.of() : List.copyOf(counts);
    Set<String> seen = new java.util.HashSet<>();
    for (Expected expected : triggers) {
      if (!seen.add(expected.trigger())) {
        throw new InvalidValueException(
            "triggers", "each trigger once", "'" + expected.trigger() + "' twice");
      }
    }
  }

  /// What must come of one trigger: an outcome or a drop. What is left out is not looked at;
  /// `tools` where given are all of the run's world tools in their order, and `approvals` all that
  /// people were asked, in the order in which that ended.
  @ExactlyOne({"outcome", "dropped"})
  public record Expected(
      String trigger,
      @Nullable RunOutcome outcome,
      @Nullable DropReason dropped,
      @Nullable Integer turns,
      @Nullable List<ToolStep> tools,
      @Default("[]") List<String> contains,
      @Nullable List<Asked> approvals) {
    public Expected {
      Require.text("trigger", trigger, 128);
      if ((outcome == null) == (dropped == null)) {
        throw new InvalidValueException(
            "outcome", "exactly one of outcome and dropped", outcome == null ? "neither" : "both");
      }
      tools = tools == null ? null : List.copyOf(tools);
      contains = contains == null ? List.of() : List.copyOf(contains);
      approvals = approvals == null ? null : List.copyOf(approvals);
    }

    /// How what people were asked differs, in a sentence; empty where it fits, and where nothing is
    /// expected of it.
    public List<String> unlike(List<Asked> got) {
      return approvals == null || approvals.equals(got)
          ? List.of()
          : List.of(trigger + ": expected approvals " + approvals + ", got " + got);
    }

    /// How a closed run differs, in sentences; empty where it fits. `texts` are the run's messages,
    /// tool outputs and summary.
    public List<String> differences(RunClosed closed, List<String> texts) {
      List<String> found = new ArrayList<>();
      if (outcome != closed.outcome()) {
        String want = outcome == null ? "a drop " + dropped : "outcome " + outcome;
        found.add(trigger + ": expected " + want + ", got outcome " + closed.outcome());
      }
      if (turns != null && turns != closed.turns()) {
        found.add(trigger + ": expected " + turns + " turns, got " + closed.turns());
      }
      if (tools != null && !fits(tools, closed.actions())) {
        String got =
            closed.actions().stream().map(Call::of).map(Call::toString).toList().toString();
        found.add(trigger + ": expected tools " + tools + ", got " + got);
      }
      for (String text : contains) {
        if (texts.stream().noneMatch(t -> t.contains(text))) {
          found.add(trigger + ": expected '" + text + "' in a message, tool output or summary");
        }
      }
      return found;
    }

    private static boolean fits(List<ToolStep> steps, List<ActionTaken> actions) {
      int next = 0;
      for (ToolStep step : steps) {
        List<Call> open = new ArrayList<>(step.calls());
        while (!open.isEmpty()) {
          if (next == actions.size() || !open.remove(Call.of(actions.get(next++)))) {
            return false;
          }
        }
      }
      return next == actions.size();
    }
  }

  /// One place in the order of tools: a single call, or several in any order (reads of one turn).
  public record ToolStep(List<Call> calls) {
    public ToolStep {
      calls = List.copyOf(calls);
    }

    /// `do_work done`, or `{anyOrder: [get_my_stats done, get_market_items done]}`.
    @JsonCreator
    static ToolStep of(JsonNode node) {
      if (node.isString()) {
        return new ToolStep(List.of(Call.parse(node.asString())));
      }
      JsonNode any = node.get("anyOrder");
      if (!node.isObject() || node.size() != 1 || any == null || !any.isArray() || any.isEmpty()) {
        throw new InvalidValueException(
            "", "'<tool> <status>' or {anyOrder: [...]}", JsonFailure.shown(node));
      }
      List<Call> calls = new ArrayList<>();
      any.values().forEach(call -> calls.add(Call.parse(call.asString(""))));
      return new ToolStep(calls);
    }

    @Override
    public String toString() {
      return calls.size() == 1 ? calls.getFirst().toString() : "any order of " + calls;
    }
  }

  /// A tool and how its action ended.
  public record Call(String tool, Status status) {
    private static final String STATUSES =
        Arrays.stream(Status.values()).map(Call::lower).collect(Collectors.joining(", "));

    static Call of(ActionTaken taken) {
      return new Call(taken.tool(), taken.status());
    }

    static Call parse(String text) {
      String[] words = text.trim().split("\\s+", -1);
      for (Status status : Status.values()) {
        if (words.length == 2 && words[1].equals(lower(status))) {
          return new Call(words[0], status);
        }
      }
      throw new InvalidValueException(
          "", "'<tool> <status>' with a status of " + STATUSES, "'" + text + "'");
    }

    private static String lower(Status status) {
      return status.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
      return tool + " " + lower(status);
    }
  }

  /// What people were asked about, and how that ended.
  public record Asked(String tool, How how) {
    private static final String ENDS =
        Arrays.stream(How.values()).map(Asked::lower).collect(Collectors.joining(", "));

    /// `pay denied`.
    @JsonCreator
    static Asked parse(String text) {
      String[] words = text.trim().split("\\s+", -1);
      for (How how : How.values()) {
        if (words.length == 2 && words[1].equals(lower(how))) {
          return new Asked(words[0], how);
        }
      }
      throw new InvalidValueException(
          "", "'<tool> <end>' with an end of " + ENDS, "'" + text + "'");
    }

    private static String lower(How how) {
      return how.name().toLowerCase(Locale.ROOT);
    }

    @Override
    @JsonValue
    public String toString() {
      return tool + " " + lower(how);
    }
  }

  /// A number that the summary shows; nothing is expected of it.
  public record Count(String name, String query) {
    public Count {
      Require.text("name", name, 100);
      Require.text("query", query, 4_000);
    }
  }

  /// A query against the world's database and all the rows it must give, in the query's order.
  /// Columns that a row doesn't name are not looked at.
  public record SqlCheck(String query, List<ObjectNode> rows) {
    public SqlCheck {
      Require.text("query", query, 4_000);
      rows = List.copyOf(Require.present("rows", rows, "a list of rows, which may be empty"));
    }

    /// How the rows differ, in sentences; empty where they fit.
    public List<String> differences(List<Map<String, JsonNode>> got) {
      return ExpectedRows.differences(query, rows, got);
    }
  }

  /// What the game of the example is asked, and what it must answer: all its rows, or some that are
  /// among them in this order. Fields that a row doesn't name are not looked at.
  ///
  /// @param ask a path of the game's, with a query where it takes one
  @ExactlyOne({"rows", "among"})
  public record GameCheck(
      String ask, @Nullable List<ObjectNode> rows, @Nullable List<ObjectNode> among) {
    private static final Pattern PATH =
        Pattern.compile("/(?!/)(?:[A-Za-z0-9/?&=._~+:@,;!$'()*-]|%[0-9A-Fa-f]{2}){0,499}");

    public GameCheck {
      Require.match("ask", ask, PATH, "a path such as /seen/spoken?by=mira");
      if ((rows == null) == (among == null)) {
        throw new InvalidValueException(
            "rows", "exactly one of rows and among", rows == null ? "neither" : "both");
      }
      rows = rows == null ? null : List.copyOf(rows);
      among = among == null ? null : List.copyOf(among);
    }

    /// How the rows differ, in sentences; empty where they fit.
    public List<String> differences(List<Map<String, JsonNode>> got) {
      return rows == null
          ? ExpectedRows.missing(ask, Objects.requireNonNull(among), got)
          : ExpectedRows.differences(ask, rows, got);
    }
  }
}
