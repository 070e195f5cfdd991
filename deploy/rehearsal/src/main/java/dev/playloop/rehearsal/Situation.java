package dev.playloop.rehearsal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a model can tell from a prompt of one trigger, that of the run or one that joined it: the
/// trigger, the actor, the newest view, and what the tool calls for it gave so far. Used by one
/// thread.
final class Situation {
  private final JsonNode trigger;
  private final JsonNode actor;
  private final JsonNode view;
  private final JsonNode memory;
  private final String notices;
  private final int answers;
  private final int turn;
  private final String mark;
  private final List<Result> results;
  private final boolean over;
  private @Nullable JsonNode root;

  /// One tool call that was answered, as one of the tool that it means where it was carried out
  /// through one that stands for several. `status` as the loop says it; `code` of its error, or
  /// null.
  record Result(
      String tool, JsonNode args, String status, @Nullable String code, JsonNode output) {}

  /// A result, and what it was called for.
  private record Marked(CallMark mark, Result result) {}

  private Situation(Reader read, JsonNode trigger, String mark) {
    this.trigger = trigger;
    this.actor = read.section(Section.ACTOR);
    this.view = read.section(Section.VIEW);
    this.memory = read.section(Section.MEMORY);
    this.notices = read.notices.toString();
    this.answers = read.answers;
    this.turn = read.answersFor.getOrDefault(mark, 0) + 1;
    this.mark = mark;
    List<Marked> own = read.results.stream().filter(r -> r.mark.trigger().equals(mark)).toList();
    this.results = own.stream().map(Marked::result).toList();
    this.over =
        !own.isEmpty() && own.getLast().mark.last() && own.getLast().result.status.equals("done");
  }

  /// Of the trigger that opened the run.
  static Situation of(List<Message> messages) {
    return all(messages).getFirst();
  }

  /// First of the trigger that opened the run, then of each that joined it, in their order.
  static List<Situation> all(List<Message> messages) {
    Reader read = new Reader();
    messages.forEach(read::read);
    List<Situation> all = new ArrayList<>();
    all.add(new Situation(read, read.section(Section.TRIGGER), CallMark.OPENED));
    read.joined.forEach(joined ->
        all.add(new Situation(read, joined, CallMark.ofTrigger(joined.path("id").asString("")))));
    return all;
  }

  JsonNode trigger() {
    return trigger;
  }

  /// The state of the view; the view itself where it has none.
  JsonNode view() {
    JsonNode state = view.path("state");
    return state.isMissingNode() ? view : state;
  }

  String notices() {
    return notices;
  }

  /// Of those that are about this trigger, counted from 1.
  int turn() {
    return turn;
  }

  /// The id of a call of the next answer, counted from 1; `last` where nothing is to follow it.
  String callId(int index, boolean last) {
    return new CallMark(mark, last).id(answers + 1, index);
  }

  /// Whether the rules have ended what there was to do about it.
  boolean isOver() {
    return over;
  }

  String agent() {
    String ofTrigger = trigger.path("agent").asString("");
    return ofTrigger.isEmpty() ? actor.path("agent").asString("") : ofTrigger;
  }

  String actorId() {
    if (actor.isString()) {
      return actor.asString();
    }
    String named = actor.path("actor").asString("");
    return named.isEmpty() ? actor.path("id").asString("") : named;
  }

  boolean called(String tool) {
    return results.stream().anyMatch(r -> r.tool.equals(tool));
  }

  boolean done(String tool) {
    return results.stream().anyMatch(r -> r.tool.equals(tool) && r.status.equals("done"));
  }

  @Nullable Result last() {
    return results.isEmpty() ? null : results.getLast();
  }

  /// The newest output of a tool; with `args`, of a call that had at least these arguments.
  @Nullable Result result(String tool, @Nullable JsonNode args) {
    return results.reversed().stream()
        .filter(r -> r.tool.equals(tool) && (args == null || hasAll(r.args, args)))
        .findFirst()
        .orElse(null);
  }

  private static boolean hasAll(JsonNode given, JsonNode wanted) {
    return wanted.properties().stream()
        .allMatch(e -> Op.EQ.holds(given.path(e.getKey()), e.getValue()));
  }

  /// What templates see.
  JsonNode root() {
    if (root == null) {
      root = seen();
    }
    return root;
  }

  private ObjectNode seen() {
    ObjectNode seen = Json.NODES.objectNode();
    seen.set("trigger", trigger);
    seen.set("actor", actor);
    seen.set("view", view());
    seen.set("memory", memory);
    seen.put("turn", turn);
    ObjectNode outputs = seen.putObject("results");
    results.forEach(r -> outputs.set(r.tool, r.output));
    Result newest = last();
    if (newest != null) {
      seen.putObject("last")
          .put("tool", newest.tool)
          .put("status", newest.status)
          .put("code", newest.code)
          .set("output", newest.output);
    }
    return seen;
  }

  /// Walks through the messages once.
  private static final class Reader {
    private final Map<String, JsonNode> sections = new HashMap<>();
    private final List<JsonNode> joined = new ArrayList<>();
    private final Map<String, Integer> answersFor = new HashMap<>();
    private final Map<String, ToolCall> calls = new HashMap<>();
    private final List<Marked> results = new ArrayList<>();
    private final StringBuilder notices = new StringBuilder();
    private int answers;

    JsonNode section(String tag) {
      return sections.getOrDefault(tag, Paths.MISSING);
    }

    void read(Message message) {
      switch (message) {
        case Message.SystemText _ -> {
          // Instructions, no section.
        }
        case Message.User(List<Part> parts) -> {
          for (Part part : parts) {
            if (part instanceof Part.Text(String text)) {
              sections(text);
            }
          }
        }
        case Message.Assistant said -> {
          answers++;
          notices.setLength(0);
          said.calls().forEach(call -> calls.put(call.id(), call));
          answersFor.merge(CallMark.of(said).trigger(), 1, Integer::sum);
        }
        case Message.ToolOutput output -> output(output);
      }
    }

    private void sections(String text) {
      for (String tag : List.of(Section.TRIGGER, Section.ACTOR, Section.VIEW, Section.MEMORY)) {
        JsonNode found = Section.find(tag, text);
        if (found != null) {
          sections.put(tag, found);
        }
      }
      each(Section.NOTICE, text, notices::append);
      each(Section.JOINED, text, joined::add);
    }

    private static void each(String tag, String text, Consumer<JsonNode> found) {
      String end = "</" + tag + ">";
      String rest = text;
      for (int at = rest.indexOf(end); at >= 0; at = rest.indexOf(end)) {
        JsonNode section = Section.find(tag, rest.substring(0, at + end.length()));
        if (section != null) {
          found.accept(section);
        }
        rest = rest.substring(at + end.length());
      }
    }

    private void output(Message.ToolOutput answer) {
      ToolCall call = calls.get(answer.callId());
      JsonNode tree = parse(answer.text());
      String status = tree.path("status").asString(answer.error() ? "failed" : "done");
      JsonNode code = tree.path("error").path("code");
      JsonNode args = call == null ? Json.NODES.objectNode() : parse(call.arguments());
      String tool = call == null ? answer.tool() : call.name();
      if (tool.equals(ToolCall.EXECUTE) && args.path(ToolCall.ACTION_TYPE).isString()) {
        tool = args.path(ToolCall.ACTION_TYPE).stringValue();
      }
      Result result =
          new Result(
              tool,
              args,
              status,
              code.isMissingNode() ? null : code.asString(),
              tree.isObject() && tree.has("output") ? tree.path("output") : tree);
      results.add(new Marked(CallMark.of(answer.callId()), result));
    }

    private static JsonNode parse(String text) {
      try {
        return Json.tree(text);
      } catch (InvalidValueException e) {
        return Json.NODES.stringNode(text);
      }
    }
  }
}
