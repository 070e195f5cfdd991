package dev.playloop.schemas.config;

import dev.playloop.schemas.config.InvalidFileException.Problem;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.Utf8;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A file that a person wrote: its name for messages, and its text. Unknown fields, duplicate
/// fields and wrong types are refused, and the file with them: every method throws
/// [InvalidFileException] that names file, line and field. Reading from a disk is the caller's
/// business.
public record ConfigFile(String name, String text) {
  private static final String FILE = "file";

  /// The file as it lies on the disk: UTF-8 without a byte order mark and without NUL.
  public static ConfigFile of(String name, byte[] bytes) {
    int at = Utf8.firstMalformed(bytes);
    if (at >= 0) {
      String got = String.format("the byte 0x%02X, which is none", bytes[at] & 0xFF);
      throw refused(name, bytes, at, "text in UTF-8", got);
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.startsWith("\ufeff")) {
      throw refused(name, bytes, 0, "UTF-8 without a byte order mark", "one");
    }
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        throw refused(name, bytes, i, "text without NUL", "the byte 0x00");
      }
    }
    return new ConfigFile(name, text);
  }

  private static InvalidFileException refused(
      String name, byte[] bytes, int at, String expected, String got) {
    int line = 1;
    for (int i = 0; i < at; i++) {
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return new InvalidFileException(name, List.of(new Problem(line, FILE, expected, got)));
  }

  /// `agents.yaml`: a list of agents, each once.
  public List<AgentConfig> agents() {
    return agents(config -> List.of());
  }

  /// `agents.yaml`, where each agent is also held against what only the caller knows.
  public List<AgentConfig> agents(Check<AgentConfig> check) {
    return agents(check, FilesBeside.NONE);
  }

  /// The same, where `instructions` may name a `strategyFile` that lies beside this one. Agents may
  /// be `like` an entry that is a `template`.
  public List<AgentConfig> agents(Check<AgentConfig> check, FilesBeside files) {
    List<Problem> problems = new ArrayList<>();
    LocatedTree tree = LocatedTree.yaml(name, text);
    Set<Integer> templates = AgentTemplates.into(tree, problems);
    StrategyFiles.into(tree, files, problems);
    Kind<AgentConfig> kind = new Kind<>(AgentConfig.class, one -> one.agent().value(), check);
    return listed(tree, kind, templates, problems);
  }

  /// @param identity what no two of a list may share
  private record Kind<T>(Class<T> type, Function<T, String> identity, Check<T> check) {}

  /// What is wrong with a value that can be read: empty where nothing is.
  @FunctionalInterface
  public interface Check<T> {
    List<Misfit> misfits(T value);
  }

  /// A part that doesn't fit: names and indices from the value down, what was expected, what came.
  public record Misfit(List<Object> path, String expected, String got) {
    public Misfit {
      path = List.copyOf(path);
    }
  }

  /// `triggers.jsonl`: one trigger a line, with `after` where it should wait. Blank lines are
  /// skipped.
  public List<TriggerLine> triggers() {
    Set<String> ids = new HashSet<>();
    return lines((line, problems) -> triggerLine(line, ids, problems));
  }

  /// What a game would publish: triggers as above, and world events, in any order. Those without
  /// `at` happened `now`.
  public List<EventLine> events(Instant now) {
    Set<String> triggers = new HashSet<>();
    Set<String> events = new HashSet<>();
    return lines((line, problems) ->
        line.root().has("change")
            ? worldEventLine(line, now, events, problems)
            : triggerLine(line, triggers, problems));
  }

  private interface LineReader<T> {
    @Nullable T read(LocatedTree line, List<Problem> problems);
  }

  private <T> List<T> lines(LineReader<? extends T> reader) {
    List<T> lines = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\\R", -1)) {
      number++;
      if (!line.isBlank()) {
        try {
          T read = reader.read(LocatedTree.jsonLine(name, line, number), problems);
          if (read != null) {
            lines.add(read);
          }
        } catch (InvalidFileException e) {
          problems.addAll(e.problems());
        }
      }
    }
    return accepted(lines, problems);
  }

  /// `expect.yaml`.
  public Expectations expectations() {
    return as(Expectations.class);
  }

  /// `people.yaml`: who answers what an example's agents ask, each line once.
  public List<ScriptedAnswer> people() {
    return listOf(ScriptedAnswer.class, ScriptedAnswer::toString);
  }

  /// The whole YAML file as one record.
  public <T> T as(Class<T> type) {
    return as(type, read -> List.of());
  }

  /// The same, where the record is also held against what only the caller knows.
  public <T> T as(Class<T> type, Check<T> check) {
    LocatedTree tree = LocatedTree.yaml(name, text);
    List<Problem> problems = new ArrayList<>();
    T read = tree.read(tree.root(), List.of(), type, problems);
    if (read != null) {
      for (Misfit misfit : check.misfits(read)) {
        problems.add(tree.problem(misfit.path(), misfit.expected(), misfit.got()));
      }
    }
    if (read == null || !problems.isEmpty()) {
      throw new InvalidFileException(name, problems);
    }
    return read;
  }

  /// The YAML file as a list of records; `identity` gives what no two of them may share.
  public <T> List<T> listOf(Class<T> type, Function<T, String> identity) {
    Kind<T> kind = new Kind<>(type, identity, value -> List.of());
    return listed(LocatedTree.yaml(name, text), kind, Set.of(), new ArrayList<>());
  }

  /// @param aside indices of what is no value
  private <T> List<T> listed(
      LocatedTree tree, Kind<T> kind, Set<Integer> aside, List<Problem> problems) {
    List<T> all = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    if (!tree.root().isArray()) {
      problems.add(tree.problem(List.of(), "a list ('- …' for each)", kind(tree.root())));
    } else {
      for (int i = 0; i < tree.root().size(); i++) {
        if (aside.contains(i)) {
          continue;
        }
        List<Object> at = List.of(i);
        T read = tree.read(tree.root().get(i), at, kind.type(), problems);
        if (read != null) {
          all.add(read);
          Integer before = seen.putIfAbsent(kind.identity().apply(read), tree.line(at));
          if (before != null) {
            String got = "'" + kind.identity().apply(read) + "' as in line " + before;
            problems.add(tree.problem(at, "each once", got));
          }
          for (Misfit misfit : kind.check().misfits(read)) {
            List<Object> path = new ArrayList<>(at);
            path.addAll(misfit.path());
            problems.add(tree.problem(path, misfit.expected(), misfit.got()));
          }
        }
      }
    }
    return accepted(all, problems);
  }

  private static EventLine.@Nullable OfWorld worldEventLine(
      LocatedTree tree, Instant now, Set<String> ids, List<Problem> problems) {
    if (tree.root() instanceof ObjectNode object && !object.has("at")) {
      object.put("at", now.toString());
    }
    WorldEvent event = tree.read(tree.root(), List.of(), WorldEvent.class, problems);
    if (event == null) {
      return null;
    }
    each(event.id(), ids, tree, problems);
    return new EventLine.OfWorld(event);
  }

  private static void each(String id, Set<String> ids, LocatedTree tree, List<Problem> problems) {
    if (!ids.add(id)) {
      problems.add(tree.problem(List.of("id"), "an id that no earlier line has", "'" + id + "'"));
    }
  }

  private static @Nullable TriggerLine triggerLine(
      LocatedTree tree, Set<String> ids, List<Problem> problems) {
    if (!(tree.root() instanceof ObjectNode object)) {
      problems.add(tree.problem(List.of(), "an object", kind(tree.root())));
      return null;
    }
    JsonNode when = object.remove("after");
    Trigger trigger = tree.read(object, List.of(), Trigger.class, problems);
    After after = when == null ? null : tree.read(when, List.of("after"), After.class, problems);
    if (after instanceof After.Closed closed && !ids.contains(closed.trigger())) {
      problems.add(
          tree.problem(
              List.of("after"),
              "the id of an earlier line, or a duration such as PT5S",
              "'" + closed.trigger() + "'"));
    }
    if (trigger == null) {
      return null;
    }
    if (trigger.id() != null) {
      each(trigger.id(), ids, tree, problems);
    }
    return new TriggerLine(trigger, after);
  }

  private <T> List<T> accepted(List<T> read, List<Problem> problems) {
    if (!problems.isEmpty()) {
      throw new InvalidFileException(name, problems);
    }
    return List.copyOf(read);
  }

  private static String kind(JsonNode node) {
    return node.isObject() ? "an object" : node.isArray() ? "a list" : "'" + node.asString() + "'";
  }
}
