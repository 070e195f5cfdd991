package dev.playloop.worlds.eternum.watch;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.chain.node.TransactionStatus;
import dev.playloop.worlds.eternum.watch.WatchCursor.Landed;
import dev.playloop.worlds.eternum.watch.WatchCursor.Missing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The accounts' transactions of the newest blocks, and what becomes of them when the chain loses
/// their blocks. One that is gone may land again, as long as its nonce is free. Where another one
/// has used it, or it has landed and was reverted, it is hopeless; and only when that lies so deep
/// in the chain that it stays, it is undone.
final class OwnTransactions {
  /// For how many blocks a transaction is looked after, at least.
  static final int DEPTH = 64;

  private static final int MAX = 100;

  private final StarknetNode node;
  private final int depth;
  private boolean unasked;

  OwnTransactions(WatchedChain chain) {
    this.node = chain.node();
    this.depth = chain.depth();
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
      Landed now = judged(placed(each, fork), fork);
      if (isUndone(now, fork)) {
        undone.add(now);
      } else if (now.isMissing() || now.block() > fork.head() - Math.max(DEPTH, depth)) {
        kept.add(named(now));
      }
    }
    for (Landed each : seen) {
      kept.add(named(each));
    }
    return new Known(bounded(kept), undone);
  }

  /// The newest ones; what is missing has yet to be told, and goes last.
  private static List<Landed> bounded(List<Landed> all) {
    List<Landed> kept = new ArrayList<>(all);
    for (int i = 0; i < kept.size() && kept.size() > MAX; ) {
      if (kept.get(i).isMissing()) {
        i++;
      } else {
        kept.remove(i);
      }
    }
    return List.copyOf(kept.subList(Math.max(0, kept.size() - MAX), kept.size()));
  }

  /// Whether the node could not say what became of one.
  boolean mustAskAgain() {
    return unasked;
  }

  /// @param ancestor the newest block that the chain still has of those that were told
  record Fork(long ancestor, long head, Set<Felt> indexed) {}

  private static Landed placed(Landed each, Fork fork) {
    if (each.block() <= fork.ancestor() && !each.isMissing()) {
      return each;
    }
    if (fork.indexed().contains(each.transaction())) {
      return each.at(fork.head());
    }
    return each.isMissing() ? each : each.missing(Missing.HOPEFUL);
  }

  private Landed judged(Landed each, Fork fork) throws InterruptedException {
    Missing missing = each.missing();
    if (missing == null) {
      return each;
    }
    try {
      if (!isHopeless(each)) {
        return each.missing(Missing.HOPEFUL);
      }
    } catch (NodeUnavailable | NodeRefusal e) {
      unasked = true;
      return each.missing(Missing.HOPEFUL);
    }
    Long since = missing.hopeless();
    boolean stands = since != null && since <= fork.ancestor();
    return each.missing(stands ? missing : new Missing(fork.head()));
  }

  private boolean isUndone(Landed each, Fork fork) {
    Long since = each.missing() == null ? null : each.missing().hopeless();
    return since != null && fork.head() >= since + depth;
  }

  /// The count first: if its nonce is used by then and the node does not know it after that, then
  /// another one has used it.
  private boolean isHopeless(Landed missing) throws InterruptedException {
    Long used = number(node.nonce(missing.account(), BlockTag.LATEST));
    TransactionStatus status = node.status(missing.transaction());
    if (status != null) {
      return isIn(status) && Boolean.TRUE.equals(status.reverted());
    }
    Long nonce = missing.nonce();
    return nonce != null && used != null && used > nonce;
  }

  /// With its nonce, where that is not known and the node knows it.
  private Landed named(Landed each) throws InterruptedException {
    if (each.nonce() != null) {
      return each;
    }
    try {
      Long nonce = number(node.nonceOf(each.transaction()));
      return nonce == null ? each : each.nonce(nonce);
    } catch (NodeUnavailable | NodeRefusal e) {
      unasked = true;
      return each;
    }
  }

  private static boolean isIn(TransactionStatus status) {
    return status.finality().reaches(Finality.ACCEPTED_ON_L2);
  }

  private static @Nullable Long number(@Nullable Felt nonce) {
    return nonce == null || nonce.value().bitLength() >= Long.SIZE ? null : nonce.toLong();
  }
}
