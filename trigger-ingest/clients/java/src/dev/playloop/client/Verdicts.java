package dev.playloop.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an answer that is no yes says. Nothing of it is trusted: it may be anything. */
final class Verdicts {
  private static final Pattern NAMED = Pattern.compile("\\[([0-9]{1,9})\\]\\.(.*)", Pattern.DOTALL);
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");
  private static final long MAX_RETRY_AFTER_S = 3_600;
  private static final int MAX_SAID = 500;

  private final Wire.Answer answer;
  private final String token;
  private final Map<?, ?> said;

  Verdicts(Wire.Answer answer, String token) {
    this.answer = answer;
    this.token = token;
    this.said = JsonReader.read(answer.body()) instanceof Map<?, ?> map ? map : Map.of();
  }

  /** The time before which nothing should be sent, in milliseconds from now; 0 where none is said. */
  static double retryAfterMs(Wire.Answer answer) {
    return answer != null && SECONDS.matcher(answer.retryAfter()).matches()
        ? 1_000.0 * Math.min(MAX_RETRY_AFTER_S, Long.parseLong(answer.retryAfter()))
        : 0;
  }

  String detail() {
    String detail = clean(said.get("detail"));
    return detail == null ? "HTTP " + answer.status() : detail;
  }

  /** Which events of the batch are wrong, by their index. A batch of one needs none. */
  Map<Integer, Problem> refused(List<Outbox.Waiting> batch) {
    List<Map<?, ?>> errors = new ArrayList<>();
    if (said.get("errors") instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof Map<?, ?> error) {
          errors.add(error);
        }
      }
    }
    Map<Integer, Problem> named = new TreeMap<>();
    for (Map<?, ?> error : errors) {
      String field = clean(error.get("field"));
      Matcher match = NAMED.matcher(field == null ? "" : field);
      if (match.matches() && Integer.parseInt(match.group(1)) < batch.size()) {
        int index = Integer.parseInt(match.group(1));
        named.putIfAbsent(index, problem(batch.get(index).id(), match.group(2), error));
      }
    }
    if (named.isEmpty() && batch.size() == 1) {
      Map<?, ?> first = errors.isEmpty() ? Map.of() : errors.get(0);
      named.put(0, problem(batch.get(0).id(), clean(first.get("field")), first));
    }
    return named;
  }

  private Problem problem(String id, String field, Map<?, ?> error) {
    return new Problem(
        Problem.Kind.REFUSED,
        id,
        answer.status(),
        field,
        clean(error.get("expected")),
        clean(error.get("got")),
        0,
        detail());
  }

  /** Short, and without the token, which goes to no log. */
  private String clean(Object said) {
    if (!(said instanceof String text) || text.isEmpty()) {
      return null;
    }
    String told = token == null ? text : text.replace(token, "***");
    return told.codePointCount(0, told.length()) <= MAX_SAID
        ? told
        : told.substring(0, told.offsetByCodePoints(0, MAX_SAID));
  }
}
