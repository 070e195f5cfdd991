package dev.playloop.worlds.chain.simulator;

/// Counts the L2 gas of one execution, and ends it where it takes too much. Used by one thread.
final class GasMeter {
  private final long limit;
  private long used;

  GasMeter(long limit) {
    this.limit = limit;
  }

  /// Throws [ContractPanic], and does so again for whatever comes after.
  void take(long amount) {
    used += amount;
    if (used > limit) {
      used = limit;
      throw ContractPanic.of("Out of gas");
    }
  }

  long used() {
    return used;
  }
}
