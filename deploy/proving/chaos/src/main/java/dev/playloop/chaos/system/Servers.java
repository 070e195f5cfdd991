package dev.playloop.chaos.system;

/// What a system stands on.
///
/// @param brokers 1, or 3 that replicate
public record Servers(ChainChoice chain, int brokers) {
  public static final Servers ONE = new Servers(ChainChoice.SIMULATED, 1);
  public static final Servers THREE = new Servers(ChainChoice.SIMULATED, 3);

  public static Servers on(ChainChoice chain) {
    return new Servers(chain, 1);
  }

  public boolean replicate() {
    return brokers > 1;
  }
}
