package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.Require;
import dev.playloop.worlds.chain.backend.SeenAttempt.Stage;
import dev.playloop.worlds.chain.lane.rules.LaneDecider;
import java.time.Duration;

/// How the lanes of one chain work. Immutable.
///
/// @param depth blocks behind a transaction's own until it is no longer watched
/// @param advice what people are told to do
public record LaneProfile(LaneDecider rules, int depth, Pace pace, Advice advice) {
  /// The most transactions of an account that are watched at once; more are not signed.
  public static final int MAX_WATCHED = 64;

  /// Throws [dev.playloop.schemas.InvalidValueException].
  public LaneProfile {
    Require.range("depth", depth, 1, MAX_WATCHED);
  }

  /// Answers from the block on, and watches to ten blocks behind it.
  public static LaneProfile standard(Advice advice) {
    return new LaneProfile(new LaneDecider(Stage.ACCEPTED, 3), 10, Pace.STANDARD, advice);
  }

  /// Answers once a transaction is executed, before it is in a block.
  public LaneProfile answeringEarly() {
    return new LaneProfile(
        new LaneDecider(Stage.PRE_CONFIRMED, rules.looks()), depth, pace, advice);
  }

  public LaneProfile withDepth(int blocks) {
    return new LaneProfile(rules, blocks, pace, advice);
  }

  public LaneProfile withPace(Pace other) {
    return new LaneProfile(rules, depth, other, advice);
  }

  /// How fast.
  ///
  /// @param poll between two looks at a transaction
  /// @param stuck how long a transaction waits before it is made dearer
  /// @param answer the longest that a write takes, from its first sending to its answer: the time
  ///   limit of its tool
  /// @param settle the longest that a write waits for earlier ones of its account
  public record Pace(Duration poll, Duration stuck, Duration answer, Duration settle) {
    public static final Pace STANDARD =
        new Pace(
            Duration.ofMillis(250),
            Duration.ofSeconds(20),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10));
  }

  /// Sentences for people, with `%s` for the account's address.
  ///
  /// @param fill how to put money on an account
  /// @param deploy the command that deploys an account
  public record Advice(String fill, String deploy) {
    public Advice {
      Require.text("advice.fill", fill, 500);
      Require.text("advice.deploy", deploy, 500);
    }
  }
}
