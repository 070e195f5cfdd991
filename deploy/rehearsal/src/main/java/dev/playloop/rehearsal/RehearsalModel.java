package dev.playloop.rehearsal;

import dev.playloop.rehearsal.Rehearsed.Breaks;
import dev.playloop.rehearsal.Rehearsed.Hangs;
import dev.playloop.rehearsal.Rehearsed.Refuses;
import dev.playloop.rehearsal.Rehearsed.Says;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Decides by rules: reads the situation from the messages, takes the first rule that fits. The
/// same messages give the same answer, another state of the world another one. The only memory is
/// how often a request met a rule that fails `times` times. Thread-safe.
final class RehearsalModel {
  private static final String FINISH = "finish";
  private static final String FINAL_TURN = "\"final_turn\"";
  private static final int REMEMBERED_FAILURES = 10_000;
  private static final Duration HANG = Duration.ofMinutes(10);

  private final Rehearsal rehearsal;

  /// Guarded by itself; bounded, the oldest goes first.
  private final Map<String, Integer> failed =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > REMEMBERED_FAILURES;
        }
      };

  RehearsalModel(Rehearsal rehearsal) {
    this.rehearsal = rehearsal;
  }

  /// `requestHash` tells repeated requests apart from new ones. What joined the run is answered,
  /// one after the other, before the rules for its trigger end it.
  Rehearsed answer(List<Message> messages, String requestHash) {
    try {
      List<Situation> all = Situation.all(messages);
      Rehearsed decided = decide(all.getFirst(), requestHash);
      if (decided == null) {
        return noRule(all.getFirst());
      }
      boolean isLast = all.getFirst().notices().contains(FINAL_TURN); // it has no tools
      return ends(decided) && !isLast
          ? firstOf(all.subList(1, all.size()), requestHash, decided)
          : decided;
    } catch (InvalidValueException e) {
      return new Refuses(400, "invalid_request_error", String.valueOf(e.getMessage()), null);
    }
  }

  /// What the first rule that fits does; null where none does.
  private @Nullable Rehearsed decide(Situation seen, String requestHash) {
    for (Rule rule : rehearsal.rules()) {
      When when = rule.when() == null ? When.ALWAYS : rule.when();
      if (when.fits(seen) && (rule.fail() == null || stillFails(rule, rule.fail(), requestHash))) {
        return perform(rule, seen);
      }
    }
    return null;
  }

  /// The answer to the first of those that joined about which there is still something to do, else
  /// the end of the run. One that no rule is for is passed over.
  private Rehearsed firstOf(List<Situation> joined, String requestHash, Rehearsed end) {
    for (Situation seen : joined) {
      Rehearsed answer = seen.isOver() ? null : decide(seen, requestHash);
      if (answer instanceof Says says && ends(says)) {
        answer = goingOn(says, seen);
      }
      if (answer != null) {
        return answer;
      }
    }
    return end;
  }

  /// Whether the run is over by it: text alone, or `finish`.
  private static boolean ends(Rehearsed answer) {
    return answer instanceof Says says
        && (says.calls().isEmpty() || says.calls().stream().anyMatch(RehearsalModel::isFinish));
  }

  private static boolean isFinish(Rehearsed.Call call) {
    return call.tool().equals(FINISH);
  }

  /// What the answer does beside ending the run, which is its trigger's to end; null where that is
  /// all.
  private static @Nullable Says goingOn(Says says, Situation seen) {
    List<Rehearsed.Call> calls = new ArrayList<>();
    for (Rehearsed.Call call : says.calls()) {
      if (!isFinish(call)) {
        String id = seen.callId(calls.size() + 1, true);
        calls.add(new Rehearsed.Call(id, call.tool(), call.arguments()));
      }
    }
    return calls.isEmpty() ? null : new Says(says.text(), calls);
  }

  private static Rehearsed noRule(Situation seen) {
    return new Refuses(
        400,
        "invalid_request_error",
        "no rule of the rehearsal fits: agent "
            + seen.agent()
            + ", kind "
            + seen.trigger().path("kind").asString("?")
            + ", turn "
            + seen.turn()
            + "; add a rule for it",
        null);
  }

  private boolean stillFails(Rule rule, Rule.Fail fail, String requestHash) {
    if (fail.times() == null) {
      return true;
    }
    synchronized (failed) {
      return failed.merge(rule.name() + " " + requestHash, 1, Integer::sum) <= fail.times();
    }
  }

  private static Rehearsed perform(Rule rule, Situation seen) {
    if (rule.fail() != null) {
      return fail(rule.fail(), seen);
    }
    try {
      JsonNode root = seen.root();
      List<Rehearsed.Call> calls = new ArrayList<>();
      for (Rule.Call call : rule.call()) {
        JsonNode args =
            call.args() == null ? Json.NODES.objectNode() : Template.fill(call.args(), root);
        calls.add(call(seen, calls.size(), call.tool(), args.toString()));
      }
      return new Says(rule.say() == null ? "" : Template.text(rule.say(), root), calls);
    } catch (InvalidValueException e) {
      throw withRule(rule, e);
    }
  }

  private static InvalidValueException withRule(Rule rule, InvalidValueException e) {
    InvalidValueException named =
        new InvalidValueException(
            "rule '" + rule.name() + "' " + e.field(), e.expected(), "nothing there");
    named.initCause(e);
    return named;
  }

  private static Rehearsed.Call call(Situation seen, int index, String tool, String arguments) {
    return new Rehearsed.Call(seen.callId(index + 1, false), tool, arguments);
  }

  private static Rehearsed fail(Rule.Fail fail, Situation seen) {
    return switch (fail.kind()) {
      case RATE_LIMIT ->
          new Refuses(429, "rate_limit_exceeded", "rehearsed rate limit", fail.seconds());
      case OVERLOADED -> new Refuses(503, "overloaded_error", "rehearsed overload", fail.seconds());
      case SERVER_ERROR -> new Refuses(500, "server_error", "rehearsed failure", null);
      case CONTEXT_OVERFLOW ->
          new Refuses(400, "context_length_exceeded", "rehearsed maximum context length", null);
      case BROKEN_JSON -> new Breaks();
      case UNKNOWN_TOOL ->
          new Says("", List.of(call(seen, 0, text(fail.tool(), "no_such_tool"), "{}")));
      case HANG -> new Hangs(fail.millis() == null ? HANG : Duration.ofMillis(fail.millis()));
      case EMPTY -> new Says("", List.of());
      case BAD_ARGUMENTS ->
          new Says("", List.of(call(seen, 0, text(fail.tool(), ""), text(fail.text(), "{\"half"))));
      case PROSE -> new Says(text(fail.text(), "Well, let me think about that."), List.of());
    };
  }

  private static String text(@Nullable String given, String otherwise) {
    return given == null ? otherwise : given;
  }
}
