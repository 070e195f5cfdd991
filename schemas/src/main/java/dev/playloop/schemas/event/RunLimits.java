package dev.playloop.schemas.event;

import dev.playloop.schemas.Require;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Bounds of one run: LLM calls, world actions, and time from start to close.
public record RunLimits(
    @Describe("LLM calls; 24 where left out") @Bounds(min = 1, max = 1_000) @Nullable Integer turns,
    @Describe("world actions; 100 where left out") @Bounds(min = 0, max = 10_000)
        @Nullable Integer actions,
    @Describe("from start to close, ISO 8601; PT10M where left out") @Nullable Duration deadline,
    @Describe("of one LLM call, waiting included; PT1M30S where left out")
        @Nullable Duration turnTimeout,
    @Describe("of one action, waiting included; where left out, what its tool declares, else PT30S")
        @Nullable Duration actionTimeout) {
  static final RunLimits DEFAULT = new RunLimits(null, null, null, null, null);

  public RunLimits {
    if (turns != null) {
      Require.range("turns", turns, 1, 1_000);
    }
    if (actions != null) {
      Require.range("actions", actions, 0, 10_000);
    }
    Require.positive("deadline", deadline);
    Require.positive("turnTimeout", turnTimeout);
    Require.positive("actionTimeout", actionTimeout);
  }

  public int turnsOrDefault() {
    return turns == null ? 24 : turns;
  }

  public int actionsOrDefault() {
    return actions == null ? 100 : actions;
  }

  public Duration deadlineOrDefault() {
    return deadline == null ? Duration.ofMinutes(10) : deadline;
  }

  /// How long a turn may wait for and take its LLM call.
  public Duration turnTimeoutOrDefault() {
    return turnTimeout == null ? Duration.ofSeconds(90) : turnTimeout;
  }

  /// How long an action may wait for and take its world, where its tool declares no limit.
  public Duration actionTimeoutOrDefault() {
    return actionTimeout == null ? Duration.ofSeconds(30) : actionTimeout;
  }
}
