package dev.playloop.schemas.config;

import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.config.InvalidFileException.Problem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Templates of `agents.yaml`: an entry with `template: NAME` is no agent, and an agent that is
/// `like: NAME` has each field of it that it does not say itself. Objects are put together field by
/// field; lists and single values are the agent's or the template's, whole. Afterwards nothing
/// tells which was which. Pure.
final class AgentTemplates {
  private static final String TEMPLATE = "template";
  private static final String LIKE = "like";
  private static final int MAX_SHOWN = 80;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

  private final LocatedTree tree;
  private final List<Problem> problems;
  private final Map<String, ObjectNode> templates = new HashMap<>();
  private final Set<Integer> entries = new HashSet<>();

  private AgentTemplates(LocatedTree tree, List<Problem> problems) {
    this.tree = tree;
    this.problems = problems;
  }

  /// Fills in what agents of a list leave to templates; returns the indices of the templates.
  static Set<Integer> into(LocatedTree tree, List<Problem> problems) {
    AgentTemplates all = new AgentTemplates(tree, problems);
    if (tree.root().isArray()) {
      for (int i = 0; i < tree.root().size(); i++) {
        all.template(i);
      }
      for (int i = 0; i < tree.root().size(); i++) {
        all.agent(i);
      }
    }
    return Set.copyOf(all.entries);
  }

  private void template(int index) {
    if (!(tree.root().get(index) instanceof ObjectNode entry) || !entry.has(TEMPLATE)) {
      return;
    }
    entries.add(index);
    JsonNode named = entry.remove(TEMPLATE);
    String name = named.isString() ? named.stringValue() : "";
    if (!NAME.matcher(name).matches()) {
      wrong(index, TEMPLATE, "a name of 1 to 64 letters, digits, '.', '-' and '_'", named);
    } else if (templates.putIfAbsent(name, entry) != null) {
      wrong(index, TEMPLATE, "each template once", named);
    }
    JsonNode like = entry.get(LIKE);
    if (like != null) {
      wrong(index, LIKE, "nothing: a template is like no other", like);
    }
    JsonNode agent = entry.get("agent");
    if (agent != null) {
      wrong(index, "agent", "nothing: a template is no agent", agent);
    }
  }

  private void agent(int index) {
    if (entries.contains(index)
        || !(tree.root().get(index) instanceof ObjectNode entry)
        || !entry.has(LIKE)) {
      return;
    }
    JsonNode named = entry.remove(LIKE);
    String name = named.isString() ? named.stringValue() : "";
    ObjectNode template = templates.get(name);
    if (template == null) {
      String nearest = Nearest.of(name, templates.keySet());
      wrong(index, LIKE, expected(nearest), named);
    } else {
      fill(entry, template);
    }
  }

  private String expected(@Nullable String nearest) {
    return templates.isEmpty()
        ? "the name of a template, and this file has none"
        : "the name of a template of this file"
            + (nearest == null ? "" : ", such as '" + nearest + "'");
  }

  private static void fill(ObjectNode agent, ObjectNode template) {
    for (Map.Entry<String, JsonNode> field : template.properties()) {
      JsonNode own = agent.get(field.getKey());
      if (own == null) {
        if (!isSaidOtherwise(agent, field.getKey())) {
          agent.set(field.getKey(), field.getValue().deepCopy());
        }
      } else if (own instanceof ObjectNode inner && field.getValue() instanceof ObjectNode theirs) {
        fill(inner, theirs);
      }
    }
  }

  /// Whether an agent has the one of two fields that stands for the other.
  private static boolean isSaidOtherwise(ObjectNode agent, String field) {
    return switch (field) {
      case StrategyFiles.STRATEGY -> agent.has(StrategyFiles.FIELD);
      case StrategyFiles.FIELD -> agent.has(StrategyFiles.STRATEGY);
      default -> false;
    };
  }

  private void wrong(int index, String field, String expected, JsonNode got) {
    problems.add(
        tree.problem(List.of(index, field), expected, Text.brief(got.toString(), MAX_SHOWN)));
  }
}
