package dev.playloop.worlds.eternum.watch;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.chain.node.TransactionStatus;
import dev.playloop.worlds.eternum.watch.WatchCursor.Landed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The accounts' transactions of the newest blocks, and what becomes of them when the chain loses
/// their blocks. One that is gone may land again, as long as its nonce is free: only when it is
/// known that it can't, it is undone.
///
/// A nonce is known by a bound: when a transaction is told, its account has used so many nonces,
/// and the transaction's is one of them. Once the chain has used as many again without it, its own
/// is used by another one.
final class OwnTransactions {
  /// For how many blocks a transaction is looked after.
  static final int DEPTH = 64;

  private static final int MAX = 100;

  private final @Nullable StarknetNode node;
  private boolean unasked;

  /// Without a node nothing is ever known to be undone.
  OwnTransactions(@Nullable StarknetNode node) {
    this.node = node;
  }

  /// What is known now.
  ///
  /// @param landed those that are still looked after
  /// @param undone those that can't land any more
  record Known(List<Landed> landed, List<Landed> undone) {}

  /// `before` after the index has come to `head`: where the chain was reorganised, blocks above
  /// `ancestor` were lost, and `indexed` are those of `before` that it has all the same. `seen` are
  /// new ones.
  Known follow(List<Landed> before, List<Landed> seen, Fork fork) throws InterruptedException {
    unasked = false;
    List<Landed> kept = new ArrayList<>();
    List<Landed> undone = new ArrayList<>();
    Set<Felt> again = new HashSet<>();
    seen.forEach(each -> again.add(each.transaction()));
    for (Landed each : before) {
      if (again.contains(each.transaction())) {
        continue;
      }
      Landed now = placed(each, fork);
      if (now.missing() && isUndone(now)) {
        undone.add(now);
      } else if ((now.missing() && node != null) || now.block() > fork.head() - DEPTH) {
        kept.add(bounded(now));
      }
    }
    for (Landed each : seen) {
      kept.add(bounded(each));
    }
    return new Known(kept.subList(Math.max(0, kept.size() - MAX), kept.size()), undone);
  }

  /// Whether the node could not say what became of one.
  boolean mustAskAgain() {
    return unasked;
  }

  /// @param ancestor the newest block that the chain still has of those that were told
  record Fork(long ancestor, long head, Set<Felt> indexed) {}

  private static Landed placed(Landed each, Fork fork) {
    if (each.block() <= fork.ancestor() && !each.missing()) {
      return each;
    }
    return fork.indexed().contains(each.transaction()) ? each.at(fork.head()) : each.lost();
  }

  /// The count first: if its nonce is used by then and the node does not know it after that, then
  /// another one has used it.
  private boolean isUndone(Landed missing) throws InterruptedException {
    if (node == null) {
      return false;
    }
    try {
      Long used = used(node, missing.account());
      TransactionStatus status = node.status(missing.transaction());
      if (status != null) {
        return isIn(status) && Boolean.TRUE.equals(status.reverted());
      }
      Long bound = missing.nonces();
      return bound != null && used != null && used >= bound;
    } catch (NodeUnavailable | NodeRefusal e) {
      unasked = true;
      return false;
    }
  }

  /// The count is good only while the transaction is in a block, before and after it is asked.
  private Landed bounded(Landed each) throws InterruptedException {
    if (node == null || each.nonces() != null || each.missing()) {
      return each;
    }
    try {
      Long used = isIn(node.status(each.transaction())) ? used(node, each.account()) : null;
      return used != null && isIn(node.status(each.transaction())) ? each.used(used) : each;
    } catch (NodeUnavailable | NodeRefusal e) {
      return each;
    }
  }

  private static boolean isIn(@Nullable TransactionStatus status) {
    return status != null && status.finality().reaches(Finality.ACCEPTED_ON_L2);
  }

  private static @Nullable Long used(StarknetNode node, Felt account) throws InterruptedException {
    Felt nonce = node.nonce(account, BlockTag.LATEST);
    return nonce == null || nonce.value().bitLength() >= Long.SIZE ? null : nonce.toLong();
  }
}
