package dev.playloop.loop;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which tools an agent has: those of its world within the boundaries, and the loop's own.
/// Immutable.
final class Catalogues {
  private record Known(
      ToolCatalogue tools,
      @Nullable String memoryTool,
      World.@Nullable AccountTools account,
      @Nullable String iterationKind) {
    boolean isInternal(String tool) {
      return tool.equals(memoryTool)
          || (account != null && (tool.equals(account.reserve()) || tool.equals(account.settle())));
    }
  }

  private final Map<String, Known> worlds = new TreeMap<>();

  Catalogues(List<World> worlds) {
    for (World world : worlds) {
      Known known =
          new Known(world.tools(), world.memoryTool(), world.account(), world.iterationKind());
      if (this.worlds.put(world.name(), known) != null) {
        throw new IllegalArgumentException("two worlds are named " + world.name());
      }
    }
  }

  /// A tool of the agent's world that a model may call, or null.
  @Nullable ToolSpec<?> find(AgentId agent, String tool) {
    Known world = worlds.get(agent.world());
    return world == null || world.isInternal(tool) ? null : world.tools().find(tool);
  }

  /// The world's tools that the boundary allows, in the world's order.
  List<ToolSpec<?>> allowed(AgentId agent, AgentConfig.Boundary boundary) {
    Known world = worlds.get(agent.world());
    if (world == null) {
      return List.of();
    }
    return world.tools().specs().stream()
        .filter(spec -> boundary.allows(spec.name()) && !world.isInternal(spec.name()))
        .toList();
  }

  /// All tools a model is offered: the allowed ones of its world, then the loop's.
  List<ToolSpec<?>> offered(AgentId agent, AgentConfig.Boundary boundary) {
    List<ToolSpec<?>> offered = new ArrayList<>(allowed(agent, boundary));
    offered.addAll(LoopTool.CATALOGUE.specs());
    return offered;
  }

  /// The offered tool that a wrong name was probably meant to be, or null.
  @Nullable String nearest(AgentId agent, AgentConfig.Boundary boundary, String wrong) {
    return ToolCatalogue.of(offered(agent, boundary)).nearest(wrong);
  }

  /// The internal write by which a closed run leaves a memory, or null where the world keeps none.
  @Nullable String memoryTool(AgentId agent) {
    Known world = worlds.get(agent.world());
    return world == null ? null : world.memoryTool();
  }

  /// The kind of trigger whose runs go on with one piece of work, or null.
  @Nullable String iterationKind(AgentId agent) {
    Known world = worlds.get(agent.world());
    return world == null ? null : world.iterationKind();
  }

  /// The internal writes around LLM calls, or null where the agent's world keeps no LLM money.
  World.@Nullable AccountTools account(AgentId agent) {
    Known world = worlds.get(agent.world());
    return world == null ? null : world.account();
  }
}
