package dev.playloop.loop.state;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Dispatch;
import dev.playloop.worlds.model.LlmAccount;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which tools an agent has: those of its world within the boundaries, and the loop's own.
/// Immutable.
public final class Catalogues {
  private final Map<String, World> worlds = new TreeMap<>();
  private final Map<String, Dispatch> dispatches = new TreeMap<>();

  public Catalogues(List<World> worlds) {
    for (World world : worlds) {
      requireApart(world);
      if (this.worlds.put(world.name(), world) != null) {
        throw new IllegalArgumentException("two worlds are named " + world.name());
      }
      if (world.dispatches()) {
        dispatches.put(world.name(), Dispatch.of(world.tools()));
      }
    }
  }

  /// No model may call what is the loop's own.
  private static void requireApart(World world) {
    for (ToolSpec<?> internal : world.internal().specs()) {
      if (world.tools().find(internal.name()) != null) {
        throw new IllegalArgumentException(
            "world %s offers its internal tool %s".formatted(world.name(), internal.name()));
      }
    }
  }

  /// A tool of the agent's world that a model may call, or null.
  public @Nullable ToolSpec<?> find(AgentId agent, String tool) {
    World world = worlds.get(agent.world());
    return world == null ? null : world.tools().find(tool);
  }

  /// The world's tools that the boundary allows, in the world's order.
  public List<ToolSpec<?>> allowed(AgentId agent, AgentConfig.Boundary boundary) {
    World world = worlds.get(agent.world());
    if (world == null) {
      return List.of();
    }
    return world.tools().specs().stream().filter(spec -> boundary.allows(spec.name())).toList();
  }

  /// All tools a model is offered: the allowed ones of its world, then the loop's.
  public List<ToolSpec<?>> offered(AgentId agent, AgentConfig.Boundary boundary) {
    List<ToolSpec<?>> offered = new ArrayList<>(allowed(agent, boundary));
    offered.addAll(LoopTool.CATALOGUE.specs());
    return offered;
  }

  /// All that a model is offered, as it sees it.
  public List<ToolDeclaration> declarations(AgentId agent, AgentConfig.Boundary boundary) {
    Dispatch one = dispatches.get(agent.world());
    if (one == null) {
      return offered(agent, boundary).stream().map(ToolSpec::declaration).toList();
    }
    List<ToolDeclaration> declarations =
        new ArrayList<>(one.declarations(allowed(agent, boundary)));
    LoopTool.CATALOGUE.specs().forEach(tool -> declarations.add(tool.declaration()));
    return declarations;
  }

  /// Whether the model of this agent calls the world's tools through one.
  public boolean dispatches(AgentId agent) {
    return dispatches.containsKey(agent.world());
  }

  /// The offered tool that a wrong name was probably meant to be, or null.
  public @Nullable String nearest(AgentId agent, AgentConfig.Boundary boundary, String wrong) {
    return ToolCatalogue.of(offered(agent, boundary)).nearest(wrong);
  }

  /// The internal write by which a closed run leaves a memory, or null where the world keeps none.
  public @Nullable String memoryTool(AgentId agent) {
    World world = worlds.get(agent.world());
    return world == null ? null : world.memoryTool();
  }

  /// The time limit that a tool of the agent's world declares, an internal one too, or null.
  public @Nullable Duration timeLimit(AgentId agent, String tool) {
    World world = worlds.get(agent.world());
    if (world == null) {
      return null;
    }
    ToolSpec<?> offered = world.tools().find(tool);
    ToolSpec<?> spec = offered == null ? world.internal().find(tool) : offered;
    return spec == null ? null : spec.timeLimit();
  }

  /// How long a turn waits for a view of the agent's world, or null where the policy says it.
  public @Nullable Duration viewWait(AgentId agent) {
    World world = worlds.get(agent.world());
    return world == null ? null : world.viewWait();
  }

  /// The kind of trigger whose runs go on with one piece of work, or null.
  public @Nullable String iterationKind(AgentId agent) {
    World world = worlds.get(agent.world());
    return world == null ? null : world.iterationKind();
  }

  /// The LLM money that the agent's world keeps, or null where it keeps none.
  public @Nullable LlmAccount account(AgentId agent) {
    World world = worlds.get(agent.world());
    return world == null ? null : world.account();
  }
}
