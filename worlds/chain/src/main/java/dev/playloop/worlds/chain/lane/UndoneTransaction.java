package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.Felt;
import java.time.Instant;

/// A transaction whose result was told, and which the chain has undone for good. Noted at least
/// once; [#action] says whether it was noted before.
///
/// @param hash of the attempt that had landed
/// @param sequence its place among those that this process noted
record UndoneTransaction(long sequence, Told told, Felt account, String hash, Why why) {
  /// Whose result it was, and when that turned out to be wrong.
  record Told(ActionId action, AgentId agent, Instant at) {}

  /// What became of it.
  enum Why {
    /// Its nonce was used by something else.
    REPLACED,
    /// It landed again behind other transactions, and is reverted there.
    REVERTED,
    /// It was reverted, and has landed again behind other transactions, where it is not.
    LANDED_AFTER_ALL
  }

  ActionId action() {
    return told.action();
  }
}
