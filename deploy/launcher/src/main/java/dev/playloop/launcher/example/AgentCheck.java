package dev.playloop.launcher.example;

import dev.playloop.ingest.DueTimes;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.config.ConfigFile.Misfit;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.event.AgentConfig.Fallback;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What an agent of a file can only be held against with the worlds and the clock at hand: that its
/// world exists, and each tool that is named; that each fallback is a call that the tool takes and
/// that its boundary, or, of the agent's own, one of them allows; that each schedule is due some
/// day; that a run may not spend more than a day. One pass over one agent.
final class AgentCheck {
  private final AgentConfig config;
  private final List<Misfit> misfits = new ArrayList<>();

  private AgentCheck(AgentConfig config) {
    this.config = config;
  }

  /// Empty where the agent may be applied.
  static List<Misfit> misfits(AgentConfig config, Worlds worlds) {
    AgentCheck check = new AgentCheck(config);
    check.caps();
    for (int i = 0; i < config.schedules().size(); i++) {
      check.schedule(i);
    }
    World world = worlds.current(config.agent().world()).world();
    if (world == null) {
      check.refuse(
          List.of("agent"),
          "an agent of one of the worlds " + worlds.names(),
          "'" + config.agent() + "'; there is no world '" + config.agent().world() + "'");
    } else {
      check.tools(world.tools());
    }
    return check.misfits;
  }

  private void caps() {
    BigDecimal run = config.caps().usdPerRun();
    BigDecimal day = config.caps().usdPerDay();
    if (run.compareTo(day) > 0) {
      refuse(
          List.of("caps", "usdPerRun"),
          "at most the " + day.toPlainString() + " USD of usdPerDay",
          run.toPlainString());
    }
  }

  private void schedule(int index) {
    AgentConfig.Schedule schedule = config.schedules().get(index);
    if (schedule.delay() != null) {
      return; // due one delay after the last
    }
    List<Object> path = List.of("schedules", index, schedule.every() == null ? "cron" : "every");
    try {
      if (DueTimes.of(schedule).next(Instant.now()).isEmpty()) {
        refuse(path, "a time that comes some day", "'" + schedule.cron() + "', which never fires");
      }
    } catch (InvalidValueException e) {
      refuse(path, e.expected(), e.got());
    }
  }

  private void tools(ToolCatalogue tools) {
    for (Map.Entry<String, Boundary> boundary : config.boundaries().entrySet()) {
      List<String> allowed = boundary.getValue().tools();
      for (int i = 0; i < allowed.size(); i++) {
        if (!allowed.get(i).equals("*")) {
          tool(List.of("boundaries", boundary.getKey(), "tools", i), allowed.get(i), tools);
        }
      }
      fallback(boundary.getKey(), boundary.getValue(), tools);
    }
    misfits.addAll(RuleCheck.misfits(config, tools));
    fallback(tools);
  }

  private void tool(List<Object> path, String tool, ToolCatalogue tools) {
    Misfit misfit = unknownTool(config, path, tool, tools);
    if (misfit != null) {
      misfits.add(misfit);
    }
  }

  /// What is wrong with naming a tool of the agent's world, which has these; null where nothing is.
  static @Nullable Misfit unknownTool(
      AgentConfig config, List<Object> path, String tool, ToolCatalogue tools) {
    if (tools.find(tool) != null) {
      return null;
    }
    String nearest = tools.nearest(tool);
    return new Misfit(
        path,
        "a tool of the world '" + config.agent().world() + "'",
        "'" + tool + "'" + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
  }

  /// The agent's own, which holds where a boundary has none and allows it.
  private void fallback(ToolCatalogue tools) {
    Fallback own = config.fallback();
    if (own == null || !takes(List.of("fallback"), own, tools)) {
      return;
    }
    if (config.boundaries().values().stream().noneMatch(b -> b.allows(own.tool()))) {
      refuse(
          List.of("fallback", "tool"),
          "a tool that one of the agent's boundaries allows",
          "'" + own.tool() + "', which none of them does");
    }
  }

  /// That of one kind of trigger, which nothing stands in for.
  private void fallback(String kind, Boundary boundary, ToolCatalogue tools) {
    Fallback own = boundary.fallback();
    if (own == null || !takes(List.of("boundaries", kind, "fallback"), own, tools)) {
      return;
    }
    if (!boundary.allows(own.tool())) {
      refuse(
          List.of("boundaries", kind, "fallback", "tool"),
          "one of the tools beside it; name one of these, or add it to them",
          "'" + own.tool() + "', which is not among them");
    }
  }

  /// Whether the world has its tool; says where it has not, and which of its arguments are wrong.
  private boolean takes(List<Object> path, Fallback fallback, ToolCatalogue tools) {
    ToolSpec<?> spec = tools.find(fallback.tool());
    if (spec == null) {
      tool(below(path, "tool"), fallback.tool(), tools);
      return false;
    }
    if (spec.check(fallback.args()) instanceof ToolCall.Invalid invalid) {
      String nearest = invalid.nearest();
      refuse(
          below(below(path, "args"), invalid.field()),
          invalid.expected(),
          invalid.got() + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
    }
    return true;
  }

  private static List<Object> below(List<Object> path, String name) {
    return Stream.concat(path.stream(), Stream.of(name)).toList();
  }

  private void refuse(List<Object> path, String expected, String got) {
    misfits.add(new Misfit(path, expected, got));
  }
}
