package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.node.StarknetNode;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps an index up to date, on a thread of its own. A node that is away and a file that can't be
/// written are waited for, ever longer up to [#PAUSE_MAX]; each is told in the log once. Closing it
/// leaves the file as it is after the last step.
public final class IndexerThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IndexerThread.class);
  static final Duration PAUSE_MAX = Duration.ofSeconds(10);

  private final GameIndexer indexer;
  private final Duration every;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable IndexCounts counts;
  private boolean troubled;

  private IndexerThread(GameIndexer indexer, Duration every) {
    this.indexer = indexer;
    this.every = every;
    this.thread = Thread.ofPlatform().name("eternum-index").daemon().unstarted(this::run);
  }

  /// Looks at the chain each `every`. `file` is used by nobody else until this is closed, and then
  /// belongs to the caller again.
  public static IndexerThread start(
      StarknetNode node, IndexedChain chain, IndexFile file, Duration every) {
    IndexerThread started = new IndexerThread(new GameIndexer(node, chain, file), every);
    started.thread.start();
    return started;
  }

  private void run() {
    Duration pause = every;
    try {
      do {
        try {
          Indexing done = indexer.step();
          counts = indexer.counts();
          troubled = false;
          pause = after(done);
        } catch (RuntimeException | SQLException e) {
          // Whatever the node answers, and whatever the disk does: the index must not stand still.
          pause = longer(pause);
          report(e, pause);
        }
      } while (!closing.await(pause.toNanos(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      LOG.debug("stopped");
    }
  }

  private Duration after(Indexing done) {
    return switch (done) {
      case Indexing.Unchanged _, Indexing.Moved _ -> every;
      case Indexing.Read read -> read.more() ? Duration.ZERO : every;
      case Indexing.WentBack _, Indexing.Anew _ -> Duration.ZERO;
    };
  }

  private Duration longer(Duration pause) {
    Duration twice = pause.compareTo(every) < 0 ? every : pause.multipliedBy(2);
    return twice.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : twice;
  }

  private void report(Exception trouble, Duration pause) {
    if (troubled) {
      LOG.debug("the chain can't be indexed: {}", trouble.getMessage());
    } else {
      LOG.warn("the chain can't be indexed, again in {}", pause, trouble);
    }
    troubled = true;
  }

  /// As of the last step; null before the first one is done. For its tests: who runs it reads the
  /// log.
  @Nullable IndexCounts counts() {
    return counts;
  }

  @Override
  public void close() {
    closing.countDown();
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
