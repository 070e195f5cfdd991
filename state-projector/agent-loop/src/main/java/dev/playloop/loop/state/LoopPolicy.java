package dev.playloop.loop.state;

import java.time.Duration;

/// The loop's constants, in one place. Sizes are UTF-8 bytes; together with a config of 64 KiB they
/// keep an agent's state under 256 KiB.
///
/// @param queueTriggers triggers that may wait for one agent
/// @param queueBytes JSON bytes of all waiting triggers
/// @param maxHops agents that a chain of triggers may go through
/// @param knownTriggers how long trigger ids are recognised; older triggers are refused
/// @param unknownAgentWait how long a trigger waits for its agent's config
/// @param grace added to `notAfter` and a worker's time limit before anything is given up
/// @param viewWait how long a turn waits for the view that shows the last write, where its world
///   doesn't say
/// @param deferFloor the shortest wait for a deferred turn
/// @param callsPerDecision tool calls of one decision that are dealt with; the rest are refused
/// @param argumentBytes arguments of all calls of one decision
/// @param outputBytes one tool's output as the model sees it
/// @param exchanges recent exchanges that are kept
/// @param exchangeTokens their size as the model sees them
/// @param facts key facts that are kept
/// @param strikes how often the same call may be invalid, or refused by the world, before its run
///   ends as stuck
/// @param poisons how many folds may throw before the agent is quarantined
/// @param reconciles how often the outcome of a write in doubt is asked for
public record LoopPolicy(
    int queueTriggers,
    int queueBytes,
    int maxHops,
    Duration knownTriggers,
    Duration unknownAgentWait,
    Duration grace,
    Duration viewWait,
    Duration deferFloor,
    int callsPerDecision,
    int argumentBytes,
    int outputBytes,
    int exchanges,
    int exchangeTokens,
    int facts,
    int strikes,
    int poisons,
    int reconciles) {
  private static final int BYTES_PER_TOKEN = 4;

  public static final LoopPolicy DEFAULT =
      new LoopPolicy(
          32,
          64 * 1024,
          8,
          Duration.ofDays(7),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          Duration.ofMillis(250),
          Duration.ofSeconds(1),
          16,
          24 * 1024,
          32 * 1024,
          20,
          800,
          50,
          3,
          3,
          3);

  /// UTF-8 bytes of [#exchangeTokens].
  public int exchangeBytes() {
    return exchangeTokens * BYTES_PER_TOKEN;
  }
}
