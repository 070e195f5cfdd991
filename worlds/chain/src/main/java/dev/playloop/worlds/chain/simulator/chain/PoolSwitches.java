package dev.playloop.worlds.chain.simulator.chain;

/// What tests have turned of the mempool. Under the chain's lock.
final class PoolSwitches {
  private boolean holds;
  private int gap;
  private int drops;

  /// Whether what arrives waits until it is released.
  boolean holds() {
    return holds;
  }

  void hold(boolean on) {
    holds = on;
  }

  /// How many nonces may be missing before one that is let in.
  int gap() {
    return gap;
  }

  void gap(int nonces) {
    gap = nonces;
  }

  void drop(int transactions) {
    drops = transactions;
  }

  /// Whether the one that was just let in is forgotten.
  boolean dropsThis() {
    if (drops == 0) {
      return false;
    }
    drops--;
    return true;
  }
}
