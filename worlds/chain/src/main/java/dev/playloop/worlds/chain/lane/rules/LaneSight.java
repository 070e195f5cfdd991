package dev.playloop.worlds.chain.lane.rules;

import dev.playloop.worlds.chain.backend.AccountNonces;
import dev.playloop.worlds.chain.backend.SeenAttempt;
import java.util.List;

/// What is known of one intent's transaction when its next step is decided. Immutable.
///
/// The statuses were asked for before the nonces. What a status says has landed is then counted by
/// the nonces, which are at least as new; the other way round, the nonce of before would be given
/// to the next intent. What the order leaves open is a transaction that lands between the two
/// questions and looks as if somebody else had used its nonce: so that is believed only of several
/// looks in a row, [Beside#suspicions], each of which begins with the statuses again.
///
/// @param attempts by attempt, oldest first
/// @param mine the nonce that all of them have
/// @param nonces the account's
public record LaneSight(
    List<SeenAttempt> attempts, long mine, AccountNonces nonces, Beside beside) {
  public LaneSight {
    attempts = List.copyOf(attempts);
  }

  /// What no chain tells.
  ///
  /// @param floor nonces below it have landed so deep that a chain without them is another chain
  /// @param best the attempt that is sent again: the one that had landed, or else the newest
  /// @param dearer whether another attempt should be made: this one waits for long, or pays too
  ///   little, and one more is allowed
  /// @param suspicions looks before this one, without a break, at which its nonce was used and no
  ///   attempt known
  public record Beside(long floor, int best, boolean dearer, int suspicions) {}

  /// The attempt that has come this far, or -1.
  public int reached(SeenAttempt.Stage stage) {
    for (int i = attempts.size() - 1; i >= 0; i--) {
      if (attempts.get(i).reaches(stage)) {
        return i;
      }
    }
    return -1;
  }
}
