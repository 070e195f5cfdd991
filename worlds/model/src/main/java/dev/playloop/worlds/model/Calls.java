package dev.playloop.worlds.model;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import org.jspecify.annotations.Nullable;

/// Reads actions of one world as calls of its tools: the only place where a tool is found and its
/// arguments are checked and parsed before it is acted on. Immutable.
public final class Calls<T extends Tool> {
  private final World world;
  private final Class<T> type;

  /// Throws [IllegalArgumentException] where the world has a tool that is no `type`.
  public Calls(World world, Class<T> type) {
    this.world = world;
    this.type = type;
    ToolCatalogue all = world.tools().and(world.internal()); // refuses one name twice
    for (ToolSpec<?> spec : all.specs()) {
      if (!type.isAssignableFrom(spec.type())) {
        throw new IllegalArgumentException(
            "tool %s of world %s is no %s, which is what its actions take"
                .formatted(spec.name(), world.name(), type.getSimpleName()));
      }
    }
  }

  /// The call, or the answer where it is none.
  public Asked<T> read(Action action) {
    ToolSpec<?> spec = find(action.tool());
    if (spec == null) {
      String nearest = world.tools().nearest(action.tool());
      String hint = nearest == null ? "" : "; did you mean '" + nearest + "'?";
      return nonsense(
          action,
          "unknown_tool",
          "world " + world.name() + " has no tool '" + action.tool() + "'" + hint,
          null);
    }
    return switch (spec.check(action.args())) {
      case ToolCall.Invalid invalid ->
          nonsense(action, "invalid_arguments", invalid.message(), invalid.field());
      case ToolCall.Valid valid ->
          new Call<>(action, spec.effect(), type.cast(spec.parse(valid)), null);
    };
  }

  /// Whether it is a tool of the loop's own use, which no model is offered.
  public boolean isInternal(String tool) {
    return world.internal().find(tool) != null;
  }

  /// What a tool does; a write where nobody knows it.
  public Effect effect(String tool) {
    ToolSpec<?> spec = find(tool);
    return spec == null ? Effect.WRITE : spec.effect();
  }

  private @Nullable ToolSpec<?> find(String tool) {
    ToolSpec<?> offered = world.tools().find(tool);
    return offered == null ? world.internal().find(tool) : offered;
  }

  private Asked<T> nonsense(Action action, String code, String message, @Nullable String field) {
    return new Asked.Nonsense<>(
        ActionResult.failed(
            action.action(),
            action.agent(),
            Status.REFUSED,
            new ActionError(code, message, field, false)));
  }
}
