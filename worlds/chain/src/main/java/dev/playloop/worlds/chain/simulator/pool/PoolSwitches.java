package dev.playloop.worlds.chain.simulator.pool;

/// What tests have turned of the mempool. Under the chain's lock.
public final class PoolSwitches {
  private boolean holds;
  private int gap;
  private int drops;

  /// Whether what arrives waits until it is released.
  public boolean holds() {
    return holds;
  }

  public void hold(boolean on) {
    holds = on;
  }

  /// How many nonces may be missing before one that is let in.
  public int gap() {
    return gap;
  }

  public void gap(int nonces) {
    gap = nonces;
  }

  public void drop(int transactions) {
    drops = transactions;
  }

  /// Whether the one that was just let in is forgotten.
  public boolean dropsThis() {
    if (drops == 0) {
      return false;
    }
    drops--;
    return true;
  }
}
