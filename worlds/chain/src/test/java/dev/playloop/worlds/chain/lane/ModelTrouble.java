package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.backend.SignedAttempt;

/// What is wrong with the node of a [ModelChain]; by default nothing.
interface ModelTrouble {
  /// Before each question. May throw [NodeUnavailable].
  default void asked() {}

  /// What becomes of a transaction that arrives.
  default Arrival arrives(SignedAttempt attempt) {
    return Arrival.TAKEN;
  }

  /// That.
  enum Arrival {
    TAKEN,
    TAKEN_REPLY_LOST,
    LOST_ON_THE_WAY,
    TAKEN_AND_DROPPED
  }
}
