package dev.playloop.worlds.chain.simulator.chain;

import java.time.Duration;

/// When a block is closed. Until then what is executed is pre-confirmed.
public sealed interface BlockPace {
  /// After each transaction.
  record EachTransaction() implements BlockPace {}

  /// When somebody asks for it.
  record OnDemand() implements BlockPace {}

  /// After so long.
  record Every(Duration time) implements BlockPace {
    /// Throws [IllegalArgumentException] where it is no time at all.
    public Every {
      if (time.isZero() || time.isNegative()) {
        throw new IllegalArgumentException("blocks take some time");
      }
    }
  }
}
