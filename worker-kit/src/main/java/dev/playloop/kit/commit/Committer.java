package dev.playloop.kit.commit;

import dev.playloop.kit.Counters;
import dev.playloop.kit.FencedException;
import dev.playloop.kit.Letters;
import dev.playloop.kit.TerminalException;
import dev.playloop.kit.commit.TransactionalProducer.LostException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Commits the work of one owned input partition: outputs that have gathered go out together with
/// the offsets in one transaction. A lone record is committed at once; while many finish,
/// transactions follow each other at a pace, as each costs the broker as much as dozens of records.
/// Runs on one virtual thread, the only one that touches the partition's producer.
///
/// The queue is bounded by the worker's room, as each record counts until it is committed.
public final class Committer implements Runnable {
  /// Of the partition that is committed for.
  public interface Owner {
    /// The producer is initialised. Runs on the committer's thread.
    void opened() throws InterruptedException;

    /// Another owner has taken over, or it is unknown what was committed: start over from the
    /// committed offsets, if the partition is still ours.
    void fenced(RuntimeException cause);

    /// In a transaction with its offset, and so done for good.
    void committed(Item.Finished finished);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
  private static final int MAX_BATCH = 2_000;
  private static final long MAX_BATCH_BYTES = 16L * 1024 * 1024;

  /// A transaction of more items than this says that others will finish soon.
  private static final int FEW = 2;

  /// While many records finish, a transaction begins after this many times as long as the last one
  /// took, so that a busy machine is not kept busy by transactions.
  private static final int PACE = 4;

  /// A third of the shortest session that a broker grants by default (6 s): whoever stood still for
  /// long enough to be expelled can't think that its fence was seen intact lately.
  private static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(2);

  /// On a busy machine a transaction takes 20 ms and more. With 50 ms here they took an eighth more
  /// CPU for each turn of 1,000 agents.
  private static final long MAX_PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final TopicPartition partition;
  private final TransactionalProducer transactions;
  private final int mapChars;
  private final Owner owner;

  private final BlockingQueue<Item> queue = new LinkedBlockingQueue<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;

  /// Finished records that don't fit the offset map yet, by offset; only this thread uses it.
  private final TreeMap<Long, Item.Finished> held = new TreeMap<>();

  private List<Item> inTransaction = List.of();
  private long nextBegin = System.nanoTime();
  private volatile long intactAt = nextBegin - 2 * LATELY_NANOS;
  private volatile boolean holding;
  private volatile OffsetMap map = new OffsetMap(0);

  @SuppressWarnings("this-escape") // the thread runs this only once it is started
  public Committer(Fence fence, int mapChars, Counters counters, Owner owner) {
    this.partition = fence.partition();
    this.transactions = new TransactionalProducer(fence, counters, stopped);
    this.mapChars = mapChars;
    this.owner = owner;
    this.thread = Thread.ofVirtual().name("commit-" + partition).unstarted(this);
  }

  public void start() {
    thread.start();
  }

  /// From now on records of this map are finished.
  public void begin(OffsetMap offsets) {
    map = offsets;
  }

  /// True while the offset map has no room for finished records.
  public boolean isHolding() {
    return holding;
  }

  public void add(Item.Finished finished) {
    queue.add(finished);
  }

  /// Returns when `outputs` are committed. Throws [FencedException] where they will never be.
  public void commitNow(List<ProducerRecord<byte[], byte[]>> outputs) throws InterruptedException {
    Item.Intent intent = new Item.Intent(outputs, new CompletableFuture<>());
    queue.add(intent);
    if (ended.getCount() == 0) {
      // The committer may have looked for the last time before this one came.
      intent.refuse(gone());
    }
    try {
      intent.committed().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TerminalException terminal) {
        throw new TerminalException("refused: " + terminal.getMessage(), terminal);
      }
      throw new FencedException(partition + " is no longer ours; do not act", e);
    }
  }

  /// True where a transaction that was committed began within the last two seconds: then nobody
  /// else held the fence.
  public boolean wasIntactLately() {
    return System.nanoTime() - intactAt < LATELY_NANOS;
  }

  /// Commits what was added so far, then ends.
  public void finish() {
    queue.add(new Item.Stop());
  }

  public boolean awaitEnd(long deadlineNanos) throws InterruptedException {
    return ended.await(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /// Ends at once; an open transaction is left to be aborted by the next owner.
  public void drop() {
    stopped.countDown();
    thread.interrupt();
  }

  @Override
  public void run() {
    try {
      transactions.open();
      owner.opened();
      commitUntilStopped();
    } catch (InterruptedException | InterruptException e) {
      LOG.debug("{}: committer dropped", partition);
    } catch (LostException e) {
      lost(e.reason());
    } catch (RuntimeException e) {
      // A bug here must not leave a partition without a committer: it starts over.
      LOG.error("{}: committer failed, starting over", partition, e);
      lost(e);
    } catch (Error e) {
      // Nor must a lack of memory, whoever took it.
      lost(new IllegalStateException("the committer broke: " + Letters.text(e), e));
    } finally {
      stopped.countDown();
      transactions.close();
      ended.countDown();
      refuseIntents(gone());
    }
  }

  /// Calls that wait for a commit learn that it failed before they are interrupted.
  private void lost(RuntimeException cause) {
    stopped.countDown();
    refuseIntents(cause);
    owner.fenced(cause);
  }

  private void commitUntilStopped() throws InterruptedException {
    boolean stop = false;
    while (!stop) {
      List<Item> batch = gather();
      stop = batch.removeIf(item -> item instanceof Item.Stop);
      inTransaction = finishInMap(batch);
      long begun = System.nanoTime();
      List<Item> committed = transactions.commit(inTransaction, map::toCommit);
      if (!committed.isEmpty()) {
        intactAt = begun;
      }
      committed.forEach(this::done);
      inTransaction = List.of();
      nextBegin = batch.size() > FEW ? begun + pace(System.nanoTime() - begun) : begun;
    }
  }

  private static long pace(long transactionNanos) {
    return Math.min(PACE * transactionNanos, MAX_PACE_NANOS);
  }

  /// Waits for one item, while many finish for more, and takes what has gathered.
  private List<Item> gather() throws InterruptedException {
    List<Item> batch = new ArrayList<>();
    long bytes = 0;
    Item item = queue.take();
    if (stopped.await(nextBegin - System.nanoTime(), TimeUnit.NANOSECONDS)) {
      throw new InterruptedException("dropped");
    }
    while (item != null) {
      batch.add(item);
      for (ProducerRecord<byte[], byte[]> output : item.outputs()) {
        bytes += output.value() == null ? 0 : output.value().length;
      }
      item = batch.size() < MAX_BATCH && bytes < MAX_BATCH_BYTES ? queue.poll() : null;
    }
    return batch;
  }

  /// Marks records as finished in the map. Those it has no room for are held back together with
  /// their outputs, until the oldest open record is finished; the partition pauses meanwhile.
  private List<Item> finishInMap(List<Item> batch) {
    List<Item> ready = new ArrayList<>(batch.size());
    for (Item item : batch) {
      switch (item) {
        case Item.Finished finished -> {
          if (held.isEmpty() && map.finish(finished.offset(), mapChars)) {
            ready.add(finished);
          } else {
            held.put(finished.offset(), finished);
          }
        }
        case Item.Intent intent -> ready.add(intent);
        case Item.Stop _ -> {}
      }
    }
    Iterator<Item.Finished> waiting = held.values().iterator();
    boolean fits = true;
    while (fits && waiting.hasNext()) {
      Item.Finished finished = waiting.next();
      fits = map.finish(finished.offset(), mapChars);
      if (fits) {
        ready.add(finished);
        waiting.remove();
      }
    }
    holding = !held.isEmpty();
    return ready;
  }

  private void done(Item item) {
    switch (item) {
      case Item.Finished finished -> owner.committed(finished);
      case Item.Intent intent -> intent.accept();
      case Item.Stop _ -> {}
    }
  }

  private void refuseIntents(RuntimeException cause) {
    inTransaction.forEach(item -> refuse(item, cause));
    for (Item item = queue.poll(); item != null; item = queue.poll()) {
      refuse(item, cause);
    }
  }

  private static void refuse(Item item, RuntimeException cause) {
    if (item instanceof Item.Intent intent) {
      intent.refuse(cause);
    }
  }

  private static IllegalStateException gone() {
    return new IllegalStateException("the partition was given up");
  }
}
