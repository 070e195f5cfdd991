package dev.playloop.rehearsal;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.json.Default;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// When a rule fits: all that is given must hold.
///
/// @param agent the agent's id, `tally/ada`
/// @param actor how its world knows it
/// @param kind the trigger's kind, exact or `chat.*`
/// @param text contained in the trigger's text, in whatever case
/// @param textMatches a regular expression found in the trigger's text
/// @param subject the id of the trigger's subject
/// @param turn a number, or `2..4`, or `3..`
/// @param trigger conditions over the trigger
/// @param view conditions over the view
/// @param called tools called before, however it ended
/// @param notCalled tools not called before
/// @param done tools called before with success
/// @param notDone tools not called with success before
/// @param last the last tool output
/// @param result conditions over tool outputs, the newest of each tool
/// @param notice contained in what the loop says since the last answer
record When(
    @Nullable String agent,
    @Nullable String actor,
    @Nullable String kind,
    @Nullable String text,
    @Nullable String textMatches,
    @Nullable String subject,
    @Nullable Turns turn,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Default("[]")
        List<Condition> trigger,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Default("[]")
        List<Condition> view,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Default("[]")
        List<String> called,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Default("[]")
        List<String> notCalled,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Default("[]")
        List<String> done,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Default("[]")
        List<String> notDone,
    @Nullable Last last,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Default("[]")
        List<ResultCondition> result,
    @Nullable String notice) {
  static final When ALWAYS =
      new When(
          null, null, null, null, null, null, null, List.of(), List.of(), List.of(), List.of(),
          List.of(), List.of(), null, List.of(), null);

  public When {
    trigger = trigger == null ? List.of() : List.copyOf(trigger);
    view = view == null ? List.of() : List.copyOf(view);
    called = called == null ? List.of() : List.copyOf(called);
    notCalled = notCalled == null ? List.of() : List.copyOf(notCalled);
    done = done == null ? List.of() : List.copyOf(done);
    notDone = notDone == null ? List.of() : List.copyOf(notDone);
    result = result == null ? List.of() : List.copyOf(result);
    if (textMatches != null) {
      pattern("textMatches", textMatches);
    }
  }

  boolean fits(Situation seen) {
    return fitsTrigger(seen)
        && (turn == null || turn.contains(seen.turn()))
        && trigger.stream().allMatch(c -> c.holds(seen, seen.trigger()))
        && view.stream().allMatch(c -> c.holds(seen, seen.view()))
        && fitsCalls(seen)
        && (last == null || last.fits(seen))
        && result.stream().allMatch(c -> c.holds(seen))
        && contains(seen.notices(), notice);
  }

  private boolean fitsTrigger(Situation seen) {
    String heard = seen.trigger().path("text").asString("");
    return (agent == null || agent.equals(seen.agent()))
        && (actor == null || actor.equals(seen.actorId()))
        && (kind == null || fitsKind(seen.trigger().path("kind").asString("")))
        && contains(heard, text)
        && (textMatches == null || pattern("textMatches", textMatches).matcher(heard).find())
        && (subject == null
            || subject.equals(seen.trigger().path("subject").path("id").asString("")));
  }

  private boolean fitsKind(String seen) {
    String wanted = java.util.Objects.requireNonNull(kind);
    return wanted.endsWith("*")
        ? seen.startsWith(wanted.substring(0, wanted.length() - 1))
        : seen.equals(wanted);
  }

  private boolean fitsCalls(Situation seen) {
    return called.stream().allMatch(seen::called)
        && notCalled.stream().noneMatch(seen::called)
        && done.stream().allMatch(seen::done)
        && notDone.stream().noneMatch(seen::done);
  }

  private static boolean contains(String heard, @Nullable String wanted) {
    return wanted == null
        || heard.toLowerCase(Locale.ROOT).contains(wanted.toLowerCase(Locale.ROOT));
  }

  private static Pattern pattern(String field, String expression) {
    try {
      return Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      throw new InvalidValueException(field, "a regular expression", e.getDescription());
    }
  }

  /// A range of turn numbers, counted from 1.
  public record Turns(int from, int to) {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,6})\\.\\.(\\d{1,6})?");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Turns of(JsonNode node) {
      if (node.isIntegralNumber() && node.canConvertToInt()) {
        return new Turns(node.intValue(), node.intValue());
      }
      var range = RANGE.matcher(node.asString(""));
      if (!range.matches()) {
        throw new InvalidValueException("range", "a number, '2..4' or '3..'", node.toString());
      }
      return new Turns(
          Integer.parseInt(range.group(1)),
          range.group(2) == null ? Integer.MAX_VALUE : Integer.parseInt(range.group(2)));
    }

    boolean contains(int turn) {
      return from <= turn && turn <= to;
    }
  }

  /// The last tool output. `status` as the loop says it (`done`, `refused`, `failed`, `invalid`,
  /// …), `code` of its error, `output` conditions over what it gave.
  public record Last(
      @Nullable String tool,
      @Nullable String status,
      @Nullable String code,
      @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Default("[]")
          List<Condition> output) {
    public Last {
      output = output == null ? List.of() : List.copyOf(output);
    }

    boolean fits(Situation seen) {
      Situation.Result newest = seen.last();
      return newest != null
          && (tool == null || tool.equals(newest.tool()))
          && (status == null || status.equals(newest.status()))
          && (code == null || code.equals(newest.code()))
          && output.stream().allMatch(c -> c.holds(seen, newest.output()));
    }
  }

  /// A condition over the newest output of a tool; with `args`, over the newest output of a call
  /// that had these arguments.
  public record ResultCondition(
      String tool,
      @Nullable JsonNode args,
      @Nullable String path,
      @Nullable Op op,
      @Nullable JsonNode value) {
    public ResultCondition {
      Require.text("tool", tool, 64);
    }

    boolean holds(Situation seen) {
      JsonNode wanted = args == null ? null : Template.fillKnown(args, seen.root());
      boolean unknown = args != null && wanted == null;
      Situation.Result result = unknown ? null : seen.result(tool, wanted);
      JsonNode output = result == null ? Paths.MISSING : result.output();
      return new Condition(path == null ? "" : path, op, value).holds(seen, output);
    }
  }
}
