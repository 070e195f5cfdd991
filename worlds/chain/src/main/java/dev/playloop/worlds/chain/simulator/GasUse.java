package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.ResourceBounds;
import java.math.BigInteger;

/// What a transaction has taken. The simulator's model, which is no Cairo VM's: of L2 gas a fixed
/// part, and so much for each word of calldata, call, word read, word written and word emitted; of
/// L1 data gas a fixed part and so much for each word of storage that differs afterwards; of L1 gas
/// none.
public record GasUse(long l1Gas, long l2Gas, long l1DataGas) {
  static final long CALL = 100_000;
  static final long CALLDATA_WORD = 5_000;
  static final long READ = 10_000;
  static final long WRITE = 40_000;
  static final long EVENT_WORD = 10_000;

  /// The most that a transaction may take of L2 gas, whatever it offers.
  public static final long L2_MOST = 1_000_000_000;

  private static final long L2_FIXED = 600_000;
  private static final long DATA_FIXED = 128;
  private static final long DATA_WORD = 32;

  /// What every transaction with so many words takes, before it is executed.
  public static GasUse minimum(int calldata) {
    return new GasUse(0, L2_FIXED + calldata * CALLDATA_WORD, DATA_FIXED);
  }

  /// @param execution L2 gas of its execution, without the minimum
  public static GasUse of(int calldata, long execution, int changedWords) {
    GasUse least = minimum(calldata);
    return new GasUse(0, least.l2Gas + execution, least.l1DataGas + changedWords * DATA_WORD);
  }

  /// In FRI.
  ///
  /// @param tip for each unit of L2 gas
  public BigInteger fee(GasPrices prices, BigInteger tip) {
    return product(l1Gas, prices.l1Gas())
        .add(product(l2Gas, prices.l2Gas().add(tip)))
        .add(product(l1DataGas, prices.l1DataGas()));
  }

  /// Whether an offer is enough for this much at these prices. The price of each gas counts, also
  /// of one that nothing is taken of, as on a devnet.
  public boolean isWithin(ResourceBounds bounds, GasPrices prices) {
    return within(l1Gas, prices.l1Gas(), bounds.l1Gas())
        && within(l2Gas, prices.l2Gas(), bounds.l2Gas())
        && within(l1DataGas, prices.l1DataGas(), bounds.l1DataGas());
  }

  private static boolean within(long amount, BigInteger price, GasBound bound) {
    return amount <= bound.maxAmount() && price.compareTo(bound.maxPrice()) <= 0;
  }

  private static BigInteger product(long amount, BigInteger price) {
    return price.multiply(BigInteger.valueOf(amount));
  }
}
