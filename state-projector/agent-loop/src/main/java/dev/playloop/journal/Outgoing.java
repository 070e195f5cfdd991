package dev.playloop.journal;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.TurnId;
import org.jspecify.annotations.Nullable;

/// One record that a step publishes, in the bytes that are hashed and sent.
@SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
public sealed interface Outgoing {
  String key();

  byte[] value();

  /// To `turns`, keyed by agent.
  record ToTurns(String key, TurnId turn, byte[] value) implements Outgoing {}

  /// To the actions of its world, keyed by lane.
  ///
  /// @param catalogue what its run began with, which says under which name its actions lie
  record ToActions(
      String world, @Nullable String catalogue, String key, ActionId action, byte[] value)
      implements Outgoing {}
}
