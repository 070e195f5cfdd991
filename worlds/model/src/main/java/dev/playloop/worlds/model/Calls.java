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

/// Reads actions of one world, or of those that share a group, as calls of their tools, by the
/// declaration that the action names: the only place where a tool is found and its arguments are
/// checked and parsed before it is acted on. Immutable but for what `worlds` holds.
public final class Calls<T extends Tool> {
  private final Worlds worlds;
  private final Class<T> type;

  /// Throws [IllegalArgumentException] where a declaration that is held now has a tool that is no
  /// `type`.
  public Calls(String group, Worlds worlds, Class<T> type) {
    this.worlds = worlds;
    this.type = type;
    for (Catalogue each : worlds.all()) {
      if (worlds.group(each.name(), each.hash()).equals(group)) {
        require(each, type);
      }
    }
  }

  private static void require(Catalogue catalogue, Class<?> type) {
    ToolCatalogue all = catalogue.tools().and(catalogue.internal()); // refuses one name twice
    for (ToolSpec<?> spec : all.specs()) {
      if (!type.isAssignableFrom(spec.type())) {
        throw new IllegalArgumentException(
            "tool %s of world %s is no %s, which is what its actions take"
                .formatted(spec.name(), catalogue.name(), type.getSimpleName()));
      }
    }
  }

  /// The call, or the answer where it is none.
  public Asked<T> read(Action action) {
    Catalogue catalogue = meant(action);
    ToolSpec<?> spec = catalogue.findAny(action.tool());
    if (spec == null) {
      String nearest = catalogue.tools().nearest(action.tool());
      String hint = nearest == null ? "" : "; did you mean '" + nearest + "'?";
      return nonsense(
          action,
          "unknown_tool",
          "world " + action.agent().world() + " has no tool '" + action.tool() + "'" + hint,
          null);
    }
    return switch (spec.check(action.args())) {
      case ToolCall.Invalid invalid ->
          nonsense(action, "invalid_arguments", invalid.message(), invalid.field());
      case ToolCall.Valid valid ->
          new Call<>(action, spec.effect(), type.cast(spec.parse(valid)), null);
    };
  }

  /// Whether it calls a tool of the loop's own use, which no model is offered.
  public boolean isInternal(Action action) {
    return meant(action).internal().find(action.tool()) != null;
  }

  /// What the called tool does; a write where nobody knows it.
  public Effect effect(Action action) {
    ToolSpec<?> spec = meant(action).findAny(action.tool());
    return spec == null ? Effect.WRITE : spec.effect();
  }

  private Catalogue meant(Action action) {
    return worlds.meant(action.agent().world(), action.catalogue());
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
