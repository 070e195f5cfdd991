package dev.playloop.worlds.model;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One call of a world's tool: found in the catalogue, checked and parsed, once, by [Calls].
/// `effect` is the catalogue's word. Immutable.
///
/// @param key names the key that signs for the actor, as the executor's own configuration says;
///   null where it says none. It is no key: its world knows where such a one lies
public record Call<T extends Tool>(Action action, Effect effect, T tool, @Nullable String key)
    implements Asked<T> {

  public Call<T> signedBy(@Nullable String key) {
    return new Call<>(action, effect, tool, key);
  }

  /// It happened, or was looked up.
  public ActionResult done(JsonNode output, @Nullable Long worldVersion) {
    return ActionResult.done(action.action(), action.agent(), output, worldVersion);
  }

  /// The world's rules forbid it, and nothing happened.
  public ActionResult refused(ActionError error) {
    return ActionResult.failed(action.action(), action.agent(), Status.REFUSED, error);
  }
}
