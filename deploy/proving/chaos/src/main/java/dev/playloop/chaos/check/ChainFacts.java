package dev.playloop.chaos.check;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/// What the ledger says of writes on a chain, and what the chain holds: plain values.
///
/// @param caps by account: the most that it may pay
/// @param intents by action id: all that the ledger ever had of it, oldest first
/// @param landed transactions of the accounts in the chain's order
/// @param results by action id: each final word that was told of it
public record ChainFacts(
    Map<String, FeeCap> caps,
    Map<String, List<Signed>> intents,
    List<Landed> landed,
    Map<String, List<Told>> results) {
  /// Of a history without a chain.
  public static final ChainFacts NONE = new ChainFacts(Map.of(), Map.of(), List.of(), Map.of());

  public ChainFacts {
    caps = Map.copyOf(caps);
    intents = Map.copyOf(intents);
    landed = List.copyOf(landed);
    results = Map.copyOf(results);
  }

  /// In FRI.
  public record FeeCap(BigInteger perAction, BigInteger perDay) {}

  /// An attempt on the ledger.
  ///
  /// @param day on which its fee counts
  /// @param ceiling the most that it can cost
  public record Signed(
      String account, long nonce, String hash, LocalDate day, BigInteger ceiling) {}

  /// A transaction in a block.
  public record Landed(String account, long nonce, String hash, boolean reverted, BigInteger fee) {}

  /// A final word. `receipt` is the hash of a transaction; empty where there is none.
  public record Told(String status, String receipt) {}
}
