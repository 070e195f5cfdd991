package dev.playloop.launcher.example;

import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.approval.ConditionMisfit;
import dev.playloop.schemas.approval.Conditions;
import dev.playloop.schemas.config.ConfigFile.Misfit;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an agent's approval rules can only be held against with the world's tools at hand, and with
/// each other: that each tool exists and writes, that each condition compares what its tools have,
/// that no two rules have one name, and that each rule can come to its turn. Whoever writes a rule
/// that never asks believes that somebody is asked. One pass over one agent.
final class RuleCheck {
  private static final String ALL = "*";
  private static final String APPROVALS = "approvals";

  private final AgentConfig config;
  private final List<ApprovalRule> rules;
  private final ToolCatalogue tools;
  private final List<Misfit> misfits = new ArrayList<>();

  private RuleCheck(AgentConfig config, ToolCatalogue tools) {
    this.config = config;
    this.rules = config.approvals();
    this.tools = tools;
  }

  /// Empty where the rules may be applied.
  static List<Misfit> misfits(AgentConfig config, ToolCatalogue tools) {
    RuleCheck check = new RuleCheck(config, tools);
    for (int i = 0; i < check.rules.size(); i++) {
      check.tools(i);
      check.conditions(i);
    }
    check.names();
    check.order();
    return check.misfits;
  }

  /// A read is never asked for: who lists one would believe that it is.
  private void tools(int index) {
    List<String> named = rules.get(index).tools();
    for (int i = 0; i < named.size(); i++) {
      String tool = named.get(i);
      List<Object> path = List.of(APPROVALS, index, "tools", i);
      ToolSpec<?> spec = tools.find(tool);
      if (spec != null && spec.effect() == Effect.READ) {
        refuse(path, "a tool that writes", "'" + tool + "', which only reads");
      } else if (!tool.equals(ALL)) {
        Misfit unknown = AgentCheck.unknownTool(config, path, tool, tools);
        if (unknown != null) {
          misfits.add(unknown);
        }
      }
    }
  }

  private void conditions(int index) {
    Conditions conditions = rules.get(index).conditions();
    Map<String, Misfit> first = new LinkedHashMap<>();
    for (String tool : asked(rules.get(index))) {
      ToolSpec<?> spec = tools.find(tool);
      if (spec == null) {
        continue; // refused by its name
      }
      for (ConditionMisfit misfit : conditions.misfits(spec)) {
        first.putIfAbsent(
            misfit.field(),
            new Misfit(
                path(index, conditions, misfit.field()),
                misfit.expected() + " (of the tool '" + tool + "')",
                misfit.got()));
      }
    }
    misfits.addAll(first.values());
  }

  /// Where in the file it stands. A field's name may have dots in it.
  private static List<Object> path(int index, Conditions conditions, String field) {
    List<Object> path = new ArrayList<>(List.of(APPROVALS, index, "when"));
    for (String key : conditions.when().propertyNames()) {
      if (field.equals(key)) {
        path.add(key);
        return path;
      }
    }
    int operator = field.lastIndexOf('.');
    path.add(field.substring(0, operator));
    if (conditions.when().path(field.substring(0, operator)).isObject()) {
      path.add(field.substring(operator + 1));
    }
    return path;
  }

  /// Answers and grants go by a rule's name.
  private void names() {
    Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < rules.size(); i++) {
      Integer before = seen.putIfAbsent(rules.get(i).name(), i);
      if (before != null) {
        refuse(
            List.of(APPROVALS, i, "name"),
            "a name that no other rule of the agent has",
            "'" + rules.get(i).name() + "', as approvals[" + before + "] is called");
      }
    }
  }

  /// The first rule that fits decides: behind one that always asks, no other does.
  private void order() {
    Map<String, String> always = new HashMap<>();
    for (int i = 0; i < rules.size(); i++) {
      ApprovalRule rule = rules.get(i);
      Set<String> asked = asked(rule);
      Set<String> before = before(asked, always);
      if (before != null) {
        refuse(
            List.of(APPROVALS, i),
            "a rule that comes to its turn",
            "'"
                + rule.name()
                + "', whose tools are all asked about by '"
                + String.join("', '", before)
                + "' before it");
      }
      if (rule.alwaysAsks()) {
        asked.forEach(tool -> always.putIfAbsent(tool, rule.name()));
      }
    }
  }

  /// The rules that always ask about these tools; null where one is left.
  private static @Nullable Set<String> before(Set<String> asked, Map<String, String> always) {
    Set<String> rules = new LinkedHashSet<>();
    for (String tool : asked) {
      String rule = always.get(tool);
      if (rule == null) {
        return null;
      }
      rules.add(rule);
    }
    return rules.isEmpty() ? null : rules;
  }

  /// The tools that a rule asks about, with what `*` stands for.
  private Set<String> asked(ApprovalRule rule) {
    Set<String> asked = new LinkedHashSet<>(rule.tools());
    if (asked.remove(ALL)) {
      for (ToolSpec<?> spec : tools.specs()) {
        if (spec.effect() != Effect.READ) {
          asked.add(spec.name());
        }
      }
    }
    return asked;
  }

  private void refuse(List<Object> path, String expected, String got) {
    misfits.add(new Misfit(path, expected, got));
  }
}
