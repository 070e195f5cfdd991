package dev.playloop.worlds.chain.node;

/// How far a transaction has come, in this order.
public enum Finality {
  RECEIVED,
  CANDIDATE,
  PRE_CONFIRMED,
  ACCEPTED_ON_L2,
  ACCEPTED_ON_L1;

  public boolean reaches(Finality other) {
    return compareTo(other) >= 0;
  }
}
