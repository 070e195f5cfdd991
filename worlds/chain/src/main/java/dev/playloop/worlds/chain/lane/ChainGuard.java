package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.backend.BlockMark;
import dev.playloop.worlds.chain.backend.ChainBackend;
import dev.playloop.worlds.chain.backend.ChainMark;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes sure that what answers is the chain that was meant: an empty one may answer on the same
/// port, and takes whatever is sent. All that tells the two apart is compared at the first use,
/// after each outage, and before anything that vanished is sent again; in between it is enough that
/// the newest block of the last time is still there, for its hash vouches for all before it. Where
/// it is another chain, nothing is sent any more by this process: one that is shorter by more than
/// any reorganisation that is reckoned with is another, too. Thread-safe.
final class ChainGuard {
  private static final Logger LOG = LoggerFactory.getLogger(ChainGuard.class);

  private final ChainBackend backend;
  private final ChainMark expected;

  /// The newest block of the chain when it was last found to be the right one; null where that must
  /// be found out anew.
  private final AtomicReference<@Nullable BlockMark> trusted = new AtomicReference<>();

  private final int depth;
  private final AtomicLong highest = new AtomicLong();
  private volatile @Nullable String stopped;

  /// @param depth of how many blocks a reorganisation may be
  ChainGuard(ChainBackend backend, ChainMark expected, int depth) {
    this.backend = backend;
    this.expected = expected;
    this.depth = depth;
  }

  /// The newest block. Look at [#stopped] behind it. Throws [NodeUnavailable].
  BlockMark check() throws InterruptedException {
    BlockMark last = trusted.get();
    try {
      BlockMark head = backend.head();
      if (last == null || !isAbove(head, last)) {
        compare();
      }
      long before = highest.getAndAccumulate(head.number(), Math::max);
      if (head.number() < before - depth) {
        stop("it has %d blocks, and had %d".formatted(head.number() + 1, before + 1));
      }
      trusted.set(head);
      return head;
    } catch (NodeUnavailable e) {
      doubt();
      throw e;
    }
  }

  /// As [#check], and compares all.
  BlockMark verify() throws InterruptedException {
    doubt();
    return check();
  }

  private boolean isAbove(BlockMark head, BlockMark last) throws InterruptedException {
    return head.equals(last)
        || (head.number() > last.number() && last.equals(backend.block(last.number())));
  }

  /// The node was away: who knows what came back.
  void doubt() {
    trusted.set(null);
  }

  private void compare() throws InterruptedException {
    String other = expected.differs(backend.mark(expected));
    if (other != null) {
      stop(other);
    }
  }

  /// It is another chain.
  void stop(String why) {
    if (stopped == null) {
      stopped =
          "the node answers for another chain: %s. Nothing is sent any more; bring back the right chain, and restart this executor"
              .formatted(why);
      LOG.error("{}", stopped);
    }
  }

  /// Why nothing is sent any more; null where all is well.
  @Nullable String stopped() {
    return stopped;
  }
}
