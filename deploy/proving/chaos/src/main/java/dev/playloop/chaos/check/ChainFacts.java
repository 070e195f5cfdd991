package dev.playloop.chaos.check;

import dev.playloop.schemas.event.ActionResult.Status;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the ledger says of writes on a chain, and what the chain holds: plain values.
///
/// @param caps by account: the most that it may pay
/// @param intents by action id: all that the ledger ever had of it, oldest first
/// @param landed transactions of the accounts in the chain's order
/// @param results by action id: each word that was told of it, in that order
public record ChainFacts(
    Map<String, FeeCap> caps,
    Map<String, List<Signed>> intents,
    List<Landed> landed,
    Map<String, List<Told>> results) {
  /// Of a history without a chain.
  public static final ChainFacts NONE = new ChainFacts(Map.of(), Map.of(), List.of(), Map.of());

  private static final Set<String> ENDS =
      Set.of(Status.DONE.name(), Status.FAILED.name(), Status.REFUSED.name());

  public ChainFacts {
    caps = Map.copyOf(caps);
    intents = Map.copyOf(intents);
    landed = List.copyOf(landed);
    results = Map.copyOf(results);
  }

  /// The different final words on an action. UNKNOWN is none, and may be followed by what became of
  /// it. So may EXPIRED; where nothing follows, no worker began it in time, however often it was
  /// issued.
  public Set<Told> ends(String action) {
    List<Told> all = results.getOrDefault(action, List.of());
    Set<Told> ends = new HashSet<>(all);
    ends.removeIf(one -> !ENDS.contains(one.status()));
    boolean isExpired = !all.isEmpty() && all.getLast().status().equals(Status.EXPIRED.name());
    return ends.isEmpty() && isExpired ? Set.of(all.getLast()) : ends;
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

  /// What was told. `receipt` is the hash of a transaction; empty where there is none.
  public record Told(String status, String receipt) {}
}
