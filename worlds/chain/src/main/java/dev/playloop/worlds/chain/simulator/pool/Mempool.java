package dev.playloop.worlds.chain.simulator.pool;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What was let in and is not executed, in the order of its arrival; one for each account and
/// nonce. Under the chain's lock.
public final class Mempool {
  public static final int MOST = 4_096;

  /// A replacement offers so much more, in percent: what public sequencers ask for today.
  private static final int RAISE_PERCENT = 10;

  private static final BigInteger HUNDRED = BigInteger.valueOf(100);

  private final Map<Felt, Sent> byHash = new LinkedHashMap<>();
  private final Map<Felt, Map<BigInteger, Sent>> byAccount = new HashMap<>();

  public boolean knows(Felt hash) {
    return byHash.containsKey(hash);
  }

  public @Nullable Sent get(Felt hash) {
    return byHash.get(hash);
  }

  /// The one with this nonce.
  public @Nullable Sent get(Felt account, BigInteger nonce) {
    return byAccount.getOrDefault(account, Map.of()).get(nonce);
  }

  public int size() {
    return byHash.size();
  }

  public List<Sent> all() {
    return new ArrayList<>(byHash.values());
  }

  /// Takes the place of one with the same nonce.
  public void put(Sent sent) {
    Felt account = sent.transaction().sender();
    BigInteger nonce = sent.transaction().nonce().value();
    Sent before = get(account, nonce);
    if (before != null) {
      byHash.remove(before.hash());
    }
    byHash.put(sent.hash(), sent);
    byAccount.computeIfAbsent(account, _ -> new HashMap<>()).put(nonce, sent);
  }

  /// Whether there was such a one.
  public boolean remove(Felt hash) {
    Sent sent = byHash.remove(hash);
    if (sent == null) {
      return false;
    }
    Map<BigInteger, Sent> own = byAccount.get(sent.transaction().sender());
    if (own != null) {
      own.remove(sent.transaction().nonce().value());
      if (own.isEmpty()) {
        byAccount.remove(sent.transaction().sender());
      }
    }
    return true;
  }

  /// The first nonce from this one on that nobody waits with.
  public BigInteger nextFree(Felt account, BigInteger from) {
    BigInteger next = from;
    while (get(account, next) != null) {
      next = next.add(BigInteger.ONE);
    }
    return next;
  }

  /// Whether one may take the place of another: tip and price of L2 gas are both raised.
  public static boolean outbids(Sent other, Sent one) {
    var offer = one.transaction().offer();
    var before = other.transaction().offer();
    return raised(before.tip(), offer.tip())
        && raised(before.bounds().l2Gas().maxPrice(), offer.bounds().l2Gas().maxPrice());
  }

  private static boolean raised(BigInteger before, BigInteger now) {
    BigInteger asked = before.multiply(HUNDRED.add(BigInteger.valueOf(RAISE_PERCENT)));
    return now.multiply(HUNDRED).compareTo(asked) >= 0;
  }
}
