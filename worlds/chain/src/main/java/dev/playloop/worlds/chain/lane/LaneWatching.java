package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after what was sent and has its result, or waits for it with nobody who asks: on a thread
/// of its own, each second, of each account that nobody holds just then.
final class LaneWatching implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LaneWatching.class);
  private static final Duration REST = Duration.ofSeconds(1);

  private final LaneParts parts;
  private final LaneSettling settling;
  private final AccountLanes lanes;
  private @Nullable Thread thread;

  LaneWatching(LaneParts parts, LaneSettling settling, AccountLanes lanes) {
    this.parts = parts;
    this.settling = settling;
    this.lanes = lanes;
  }

  synchronized void start() {
    if (thread == null) {
      thread = Thread.ofVirtual().name("chain-watching").start(this::run);
    }
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(REST);
        try {
          once();
        } catch (RuntimeException e) {
          LOG.error("a round over the accounts failed; there will be another one", e);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("closed");
    }
  }

  void once() throws InterruptedException {
    for (AccountLane lane : lanes.all()) {
      if (!lane.tryHold()) {
        continue;
      }
      try {
        if (!lane.entries().isEmpty() && settling.stopped(lane) == null) {
          settling.settle(lane);
        }
      } catch (NodeUnavailable e) {
        parts.guard().doubt();
        return;
      } finally {
        lane.release();
      }
    }
  }

  @Override
  public synchronized void close() {
    if (thread != null) {
      thread.interrupt();
      thread = null;
    }
  }
}
