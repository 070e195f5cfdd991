package dev.playloop.worlds.chain.backend;

import org.jspecify.annotations.Nullable;

/// What a chain says of one attempt.
///
/// @param reason why it was reverted, as the chain says it; null where it was not
public record SeenAttempt(Stage stage, boolean reverted, @Nullable String reason) {
  public static final SeenAttempt UNKNOWN = new SeenAttempt(Stage.UNKNOWN, false, null);
  public static final SeenAttempt WAITING = new SeenAttempt(Stage.WAITING, false, null);

  /// How far it has come, in this order.
  public enum Stage {
    /// The chain does not know it: not arrived, dropped, or gone with its block.
    UNKNOWN,
    /// Taken in, and not executed.
    WAITING,
    /// Executed, in no block yet.
    PRE_CONFIRMED,
    /// In a block.
    ACCEPTED
  }

  public boolean reaches(Stage other) {
    return stage.compareTo(other) >= 0;
  }
}
