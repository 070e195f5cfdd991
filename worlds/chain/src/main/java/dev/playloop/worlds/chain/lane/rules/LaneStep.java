package dev.playloop.worlds.chain.lane.rules;

/// What follows for one intent's transaction from a [LaneSight].
public sealed interface LaneStep {
  /// Send the attempt with this number, exactly as it was signed.
  record Send(int attempt) implements LaneStep {}

  /// Nothing can be done but look again.
  ///
  /// @param why in words for whoever waits too long
  /// @param suspicious whether it counts as one of [LaneSight.Beside#suspicions]
  record Watch(String why, boolean suspicious) implements LaneStep {}

  /// Sign the same calls with the same nonce, dearer; durable, then sent.
  record Bump() implements LaneStep {}

  /// It has ended: done, or reverted, by the attempt with this number.
  record Landed(int attempt) implements LaneStep {}

  /// An earlier transaction of the account is missing, and is needed first.
  record Earlier() implements LaneStep {}

  /// Somebody else writes for this account: none of the attempts can land any more.
  record Foreign() implements LaneStep {}

  /// What answers is not the chain that the ledger knows.
  record Forgotten(String why) implements LaneStep {}
}
