package dev.playloop.journal;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.TurnId;

/// One record that a step publishes, in the bytes that are hashed and sent.
@SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
public sealed interface Outgoing {
  String key();

  byte[] value();

  /// To `turns`, keyed by agent.
  record ToTurns(String key, TurnId turn, byte[] value) implements Outgoing {}

  /// To `actions.<world>`, keyed by lane.
  record ToActions(String world, String key, ActionId action, byte[] value) implements Outgoing {}
}
