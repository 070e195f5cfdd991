package dev.playloop.chaos.system;

/// What a system stands on.
///
/// @param brokers 1, or 3 that replicate
/// @param zones whether each of several brokers stands in a zone that can be cut off
/// @param places for processes of each role; all but the first one are empty at first
public record Servers(ChainChoice chain, int brokers, boolean zones, int places) {
  private static final int TWO_PLACES = 2;

  public static final Servers ONE = on(ChainChoice.SIMULATED);
  public static final Servers THREE = new Servers(ChainChoice.SIMULATED, 3, true, TWO_PLACES);

  public static Servers on(ChainChoice chain) {
    return new Servers(chain, 1, false, TWO_PLACES);
  }

  public boolean replicate() {
    return brokers > 1;
  }

  /// Copies of a projector's stores on others. On several brokers one, as clusters have it, so that
  /// whoever takes over has the state already; on one broker none: the state is read back, which is
  /// the other way that users have, and a machine bears more histories at a time.
  public int standbys() {
    return replicate() ? 1 : 0;
  }
}
