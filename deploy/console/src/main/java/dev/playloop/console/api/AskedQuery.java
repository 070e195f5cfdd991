package dev.playloop.console.api;

import dev.playloop.http.EdgeCall;
import dev.playloop.http.Problem;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.AgentPattern;
import dev.playloop.schemas.id.RunId;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What stands behind the question mark of a request, field by field. What is wrong in it is told
/// by its name. Immutable.
final class AskedQuery {
  static final int MOST_ROWS = 200;
  private static final int ROWS = 100;
  private static final int MOST_FIELDS = 16;
  private static final int LONGEST = 1_000;
  private static final int DIGITS = 18;

  /// What lies behind is no number of milliseconds any more.
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

  private final Map<String, String> fields;

  private AskedQuery(Map<String, String> fields) {
    this.fields = fields;
  }

  /// Throws [Problem.Refused] where that is no query.
  static AskedQuery of(EdgeCall call) {
    Map<String, String> fields = new HashMap<>();
    String query = call.query();
    if (query != null && !query.isEmpty()) {
      for (String each : query.split("&", MOST_FIELDS + 1)) {
        int equals = each.indexOf('=');
        String name = decoded(equals < 0 ? each : each.substring(0, equals));
        String value = equals < 0 ? "" : decoded(each.substring(equals + 1));
        if (fields.size() == MOST_FIELDS || value.length() > LONGEST) {
          throw wrong("query", "at most 16 fields of 1000 characters", "more").refused();
        }
        if (fields.put(name, value) != null) {
          throw wrong("query", "each field once", "one of them twice").refused();
        }
      }
    }
    return new AskedQuery(Map.copyOf(fields));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw wrong("query", "percent-encoded UTF-8", "something else").refused();
    }
  }

  /// Null where it is missing or empty.
  @Nullable String text(String name) {
    String value = fields.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  String required(String name, String expected) {
    String value = text(name);
    if (value == null) {
      throw wrong(name, expected, "nothing").refused();
    }
    return value;
  }

  /// Whether that part of the answer is not wanted, the only one that can be left out of it.
  boolean without(String part) {
    String value = text("without");
    if (value != null && !value.equals(part)) {
      throw wrong("without", part, "'" + cut(value) + "'").refused();
    }
    return value != null;
  }

  AgentId agent() {
    return id("agent", required("agent", "an agent, such as tally/ada"), AgentId::new);
  }

  @Nullable AgentId agentOrNull() {
    String agent = text("agent");
    return agent == null ? null : id("agent", agent, AgentId::new);
  }

  /// Agents by their ids; null where it is missing or empty.
  @Nullable AgentPattern agents(String name) {
    String value = text(name);
    return value == null ? null : id(name, value, AgentPattern::new);
  }

  RunId run() {
    return id("run", required("run", "a run, such as tally/ada:msg-001"), RunId::new);
  }

  @Nullable RunId runOrNull() {
    String run = text("run");
    return run == null ? null : id("run", run, RunId::new);
  }

  private static <T> T id(String name, String text, Function<String, T> made) {
    try {
      return made.apply(text);
    } catch (InvalidValueException e) {
      throw wrong(name, e.expected(), e.got()).refused();
    }
  }

  /// A whole number from 0; `otherwise` where it is missing.
  long number(String name, long otherwise) {
    String value = text(name);
    return value == null ? otherwise : number(name, value);
  }

  private static long number(String name, String value) {
    if (!isNumber(value)) {
      throw wrong(name, "a whole number from 0", "'" + cut(value) + "'").refused();
    }
    return Long.parseLong(value);
  }

  static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /// How many rows, of [#MOST_ROWS] at most.
  int limit() {
    long limit = number("limit", ROWS);
    if (limit < 1 || limit > MOST_ROWS) {
      throw wrong("limit", "1 to " + MOST_ROWS, String.valueOf(limit)).refused();
    }
    return (int) limit;
  }

  @Nullable Instant time(String name) {
    String value = text(name);
    return value == null ? null : time(name, value);
  }

  static Instant time(String name, String value) {
    try {
      Instant time = Instant.parse(value);
      if (time.isBefore(Instant.EPOCH) || time.isAfter(LAST)) {
        throw new DateTimeException("no time of any journal");
      }
      return time;
    } catch (DateTimeException e) {
      throw wrong(name, "a time in UTC such as 2026-11-21T09:00:00Z", "'" + cut(value) + "'")
          .refused();
    }
  }

  /// One of these words.
  String oneOf(String name, String otherwise, List<String> words) {
    String value = text(name);
    if (value == null) {
      return otherwise;
    }
    if (!words.contains(value)) {
      throw wrong(name, "one of " + String.join(", ", words), "'" + cut(value) + "'").refused();
    }
    return value;
  }

  private static String cut(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  static Problem wrong(String field, String expected, String got) {
    return Problem.of(
        400,
        "invalid",
        "Not understood",
        field + ": expected " + expected + ", got " + got,
        List.of(new Problem.FieldError(field, expected, got)));
  }

  static Problem missing(String what) {
    return Problem.of(404, "not-found", "Nothing of that name", "there is no " + what);
  }
}
