package dev.playloop.worlds.eternum.act;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.model.EternumRead.ObserveGame;
import tools.jackson.databind.JsonNode;

/// What looks at the game beyond a view.
@FunctionalInterface
public interface Observing {
  /// What `account` asked to see. Throws [dev.playloop.worlds.model.WorldUnavailable] where it
  /// can't be read.
  JsonNode observe(ObserveGame asked, Felt account) throws InterruptedException;
}
