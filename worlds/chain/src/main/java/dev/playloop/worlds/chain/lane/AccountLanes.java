package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.lane.AttemptJson.Kept;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The lanes of all accounts that act here. What the ledger of a partition says of an account when
/// the partition is gained takes the place of all that was known of it. Thread-safe.
final class AccountLanes {
  private static final Logger LOG = LoggerFactory.getLogger(AccountLanes.class);

  private final ConcurrentMap<Felt, AccountLane> lanes = new ConcurrentHashMap<>();

  /// By account: the partition whose ledger has told of it.
  private final ConcurrentMap<Felt, Integer> partitions = new ConcurrentHashMap<>();

  /// An entry of the ledger that has attempts.
  ///
  /// @param result null of an intent
  private record Found(ActionId action, Kept.Signed kept, @Nullable ActionResult result) {
    long nonce() {
      return kept.attempts().getFirst().nonce();
    }

    Felt account() {
      return kept.attempts().getFirst().account();
    }
  }

  AccountLane of(Felt account) {
    return lanes.computeIfAbsent(account, AccountLane::new);
  }

  Collection<AccountLane> all() {
    return List.copyOf(lanes.values());
  }

  void takenOver(int partition, List<LedgerEntry> ledger) {
    Map<ActionId, LedgerEntry> newest = new LinkedHashMap<>();
    for (LedgerEntry entry : ledger) {
      newest.put(entry.action(), entry);
    }
    Map<Felt, List<Found>> byAccount = new HashMap<>();
    for (LedgerEntry entry : newest.values()) {
      Found found = read(entry);
      if (found != null) {
        byAccount.computeIfAbsent(found.account(), _ -> new ArrayList<>()).add(found);
      }
    }
    byAccount.forEach((account, found) -> {
      lanes.put(account, lane(account, found));
      partitions.put(account, partition);
    });
  }

  /// Its accounts belong to another executor now.
  void lost(int partition) {
    partitions.forEach((account, of) -> {
      if (of == partition && partitions.remove(account, of)) {
        lanes.remove(account);
      }
    });
  }

  private static @Nullable Found read(LedgerEntry entry) {
    List<LedgerEntry.Attempt> attempts =
        switch (entry) {
          case LedgerEntry.Intent intent -> intent.attempts();
          case LedgerEntry.Outcome outcome -> outcome.attempts();
        };
    ActionResult result = entry instanceof LedgerEntry.Outcome outcome ? outcome.result() : null;
    try {
      Kept kept = AttemptJson.read(attempts.stream().map(LedgerEntry.Attempt::prepared).toList());
      return kept instanceof Kept.Signed signed ? new Found(entry.action(), signed, result) : null;
    } catch (IllegalArgumentException e) {
      LOG.error("what the ledger has of {} can't be read: {}", entry.action(), e.getMessage());
      return null;
    }
  }

  private static AccountLane lane(Felt account, List<Found> all) {
    AccountLane lane = new AccountLane(account);
    all.sort(Comparator.comparingLong(Found::nonce));
    List<Found> landed = new ArrayList<>();
    for (Found found : all) {
      ActionResult result = found.result();
      if (result == null) {
        open(lane, found);
      } else if (ChainAnswers.hasLanded(result)) {
        lane.fees().spent(found.kept().day(), fee(found, result));
        landed.add(found);
      }
    }
    int old = Math.max(0, landed.size() - LaneProfile.MAX_WATCHED);
    for (Found found : landed.subList(old, landed.size())) {
      watch(lane, found);
    }
    if (old > 0) {
      lane.raiseFloor(landed.get(old - 1).nonce() + 1);
    }
    return lane;
  }

  private static void open(AccountLane lane, Found found) {
    LaneEntry entry = LaneEntry.found(found.action(), found.kept());
    lane.fees().found(found.action().value(), entry.day(), entry.ceiling());
    add(lane, entry);
  }

  private static void watch(AccountLane lane, Found found) {
    LaneEntry entry = LaneEntry.found(found.action(), found.kept());
    String hash = ChainAnswers.hash(found.result());
    for (int i = 0; i < entry.attempts().size(); i++) {
      if (entry.attempt(i).hash().equals(hash)) {
        // Its block is asked for at the first look: the chain may be another one by now.
        entry.toldToHaveLanded(i, ChainAnswers.isReverted(found.result()));
      }
    }
    add(lane, entry);
  }

  private static void add(AccountLane lane, LaneEntry entry) {
    LaneEntry other =
        lane.entries().stream().filter(e -> e.nonce() == entry.nonce()).findFirst().orElse(null);
    if (other == null) {
      lane.add(entry);
    } else {
      // Never written by this release; without knowing which, nothing more may be sent.
      lane.stop(
          "the ledger has two actions with nonce %d of account %s: %s and %s"
              .formatted(entry.nonce(), lane.account(), other.action(), entry.action()));
    }
  }

  /// As the result says; the most that it can have cost where that is not there any more.
  private static BigInteger fee(Found found, ActionResult result) {
    BigInteger told = ChainAnswers.fee(result);
    return told != null ? told : LaneEntry.found(found.action(), found.kept()).ceiling();
  }
}
