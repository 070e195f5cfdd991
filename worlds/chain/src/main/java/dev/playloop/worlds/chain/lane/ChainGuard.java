package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.backend.BlockMark;
import dev.playloop.worlds.chain.backend.ChainBackend;
import dev.playloop.worlds.chain.backend.ChainMark;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes sure that what answers is the chain that was meant: an empty one may answer on the same
/// port, and takes whatever is sent. All that tells the two apart is compared at the first use,
/// after each outage, whenever the chain has become shorter, and before anything that vanished is
/// sent again; in between, the newest block's number is enough. Where it is another chain, nothing
/// is sent any more by this process. Thread-safe.
final class ChainGuard {
  private static final Logger LOG = LoggerFactory.getLogger(ChainGuard.class);

  private final ChainBackend backend;
  private final ChainMark expected;
  private boolean trusted;
  private long highest = -1;
  private volatile @Nullable String stopped;

  ChainGuard(ChainBackend backend, ChainMark expected) {
    this.backend = backend;
    this.expected = expected;
  }

  /// The newest block. Look at [#stopped] behind it. Throws [NodeUnavailable].
  BlockMark check() throws InterruptedException {
    BlockMark head = head();
    if (needsMark(head)) {
      mark();
    }
    seen(head);
    return head;
  }

  /// As [#check], and compares all.
  BlockMark verify() throws InterruptedException {
    BlockMark head = head();
    mark();
    seen(head);
    return head;
  }

  private BlockMark head() throws InterruptedException {
    try {
      return backend.head();
    } catch (NodeUnavailable e) {
      doubt();
      throw e;
    }
  }

  private synchronized boolean needsMark(BlockMark head) {
    return !trusted || head.number() < highest;
  }

  private synchronized void seen(BlockMark head) {
    highest = head.number();
  }

  /// The node was away: who knows what came back.
  synchronized void doubt() {
    trusted = false;
  }

  private void mark() throws InterruptedException {
    ChainMark seen;
    try {
      seen = backend.mark(expected);
    } catch (NodeUnavailable e) {
      doubt();
      throw e;
    }
    String other = expected.differs(seen);
    if (other == null) {
      trust();
    } else {
      stop(other);
    }
  }

  private synchronized void trust() {
    trusted = true;
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
