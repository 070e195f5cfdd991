package dev.playloop.worlds.chain.fee;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an account's actions have cost, or may, in one unit: each counts, from before it is signed,
/// with the most that it can cost, and from its receipt on with what it did, on the day on which it
/// was first signed. Reverted ones have cost, too. Used by whoever holds the account.
public final class FeeBook {
  /// Days before the newest one that are kept: an action may be signed again after midnight.
  private static final int DAYS = 3;

  private static final int REMEMBERED = 20;

  private final Map<String, Entry> reserved = new HashMap<>();
  private final Map<LocalDate, BigInteger> spent = new HashMap<>();
  private final Deque<BigInteger> newest = new ArrayDeque<>();

  private record Entry(LocalDate day, BigInteger ceiling) {}

  /// A cap that would be passed.
  ///
  /// @param cap what it is
  /// @param would what it would come to
  public record Excess(Limit limit, BigInteger cap, BigInteger would) {}

  /// Which cap.
  public enum Limit {
    ACTION,
    DAY
  }

  /// Reserves the most that an action can cost, in place of what it had reserved; an action keeps
  /// the day of its first reservation. Null where that is within the caps; else nothing changes.
  public @Nullable Excess reserve(
      String action, LocalDate day, BigInteger ceiling, FeePolicy policy) {
    if (ceiling.compareTo(policy.perAction()) > 0) {
      return new Excess(Limit.ACTION, policy.perAction(), ceiling);
    }
    Entry before = reserved.get(action);
    LocalDate of = before == null ? day : before.day;
    BigInteger had = before == null ? BigInteger.ZERO : before.ceiling;
    BigInteger would = sum(of).subtract(had).add(ceiling);
    if (would.compareTo(policy.perDay()) > 0) {
      return new Excess(Limit.DAY, policy.perDay(), would);
    }
    reserved.put(action, new Entry(of, ceiling));
    return null;
  }

  /// What the ledger has of an action that may have been sent: it counts, whatever the caps say
  /// now.
  public void found(String action, LocalDate day, BigInteger ceiling) {
    reserved.put(action, new Entry(day, ceiling));
  }

  /// What an action has cost.
  public void settle(String action, BigInteger fee) {
    Entry entry = reserved.remove(action);
    if (entry != null) {
      spent(entry.day, fee);
    }
  }

  /// What an action of that day has cost, as the ledger has it.
  public void spent(LocalDate day, BigInteger fee) {
    spent.merge(day, fee, BigInteger::add);
    newest.addLast(fee);
    if (newest.size() > REMEMBERED) {
      newest.removeFirst();
    }
    LocalDate last = spent.keySet().stream().max(LocalDate::compareTo).orElse(day);
    spent.keySet().removeIf(kept -> kept.isBefore(last.minusDays(DAYS)));
  }

  /// It was not sent, or can't land any more.
  public void release(String action) {
    reserved.remove(action);
  }

  /// What the actions of a day have cost, and may.
  public BigInteger sum(LocalDate day) {
    return reserved.values().stream()
        .filter(entry -> entry.day.equals(day))
        .map(Entry::ceiling)
        .reduce(spent.getOrDefault(day, BigInteger.ZERO), BigInteger::add);
  }

  /// What the newest ones have cost on average; null where nothing has.
  public @Nullable BigInteger average() {
    return newest.isEmpty()
        ? null
        : newest.stream()
            .reduce(BigInteger.ZERO, BigInteger::add)
            .divide(BigInteger.valueOf(newest.size()));
  }
}
