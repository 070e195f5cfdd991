package dev.playloop.local.example;

import dev.playloop.local.InstalledWorld;
import dev.playloop.local.UserProblem;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.worlds.model.World;
import java.util.List;
import java.util.Optional;

/// What a file of agents can only be held against with the worlds at hand: that each world exists,
/// and each tool that is named. Throws a [UserProblem]; then nothing is applied.
final class AgentCheck {
  private static final String NEXT = "mend the file; nothing was applied.";

  private AgentCheck() {}

  static List<AgentConfig> checked(List<AgentConfig> agents) {
    agents.forEach(AgentCheck::check);
    return agents;
  }

  private static void check(AgentConfig config) {
    Optional<World> world =
        InstalledWorld.worlds().stream()
            .filter(w -> w.name().equals(config.agent().world()))
            .findFirst();
    if (world.isEmpty()) {
      throw UserProblem.usage(
          config.agent()
              + ": there is no world '"
              + config.agent().world()
              + "'; worlds: "
              + InstalledWorld.names(),
          NEXT);
    }
    ToolCatalogue tools = world.get().tools();
    config
        .boundaries()
        .forEach((kind, boundary) ->
            boundary.tools().forEach(tool -> check(config, "boundaries." + kind, tool, tools)));
    config.approvals().forEach(tool -> check(config, "approvals", tool, tools));
    if (config.fallback() != null) {
      check(config, "fallback.tool", config.fallback().tool(), tools);
    }
  }

  private static void check(AgentConfig config, String field, String tool, ToolCatalogue tools) {
    if (tool.equals("*") || tools.find(tool) != null) {
      return;
    }
    String nearest = tools.nearest(tool);
    throw UserProblem.usage(
        config.agent()
            + ", "
            + field
            + ": the world '"
            + config.agent().world()
            + "' has no tool '"
            + tool
            + "'"
            + (nearest == null ? "" : "; did you mean '" + nearest + "'?"),
        NEXT);
  }
}
