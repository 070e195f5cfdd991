package dev.playloop.worlds.declared.pull;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An action on its way to a game.
///
/// @param issued when it was about to be handed out for the first time; null where nobody knows
record Order(Action action, @Nullable Instant issued) {
  ActionId id() {
    return action.action();
  }
}
