package dev.playloop.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Commits the work of one owned input partition: outputs that have gathered go out together with
/// the offsets in one transaction, transactions back to back. Owns the partition's transactional
/// producer, whose id is the fence against other owners, and runs on one virtual thread.
///
/// The queue is bounded by the worker's [Room], as each record counts until it is committed.
final class Committer implements Runnable {
  /// Of the partition that is committed for.
  interface Owner {
    /// The producer is initialised. Runs on the committer's thread.
    void opened() throws InterruptedException;

    /// Another owner has taken over, or it is unknown what was committed: start over from the
    /// committed offsets, if the partition is still ours.
    void fenced(Throwable cause);

    /// In a transaction with its offset, and so done for good.
    void committed(Item.Finished finished);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
  private static final int MAX_BATCH = 2_000;
  private static final long MAX_BATCH_BYTES = 16L * 1024 * 1024;
  private static final Duration MAX_PAUSE = Duration.ofMillis(500);

  private final TopicPartition partition;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final Supplier<ConsumerGroupMetadata> group;
  private final int mapChars;
  private final Counters counters;
  private final Owner owner;

  private final BlockingQueue<Item> queue = new LinkedBlockingQueue<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;

  /// Finished records that don't fit the offset map yet, by offset; only this thread uses it.
  private final TreeMap<Long, Item.Finished> held = new TreeMap<>();

  private List<Item> inTransaction = List.of();
  private volatile boolean holding;
  private volatile OffsetMap map;
  private Producer<byte[], byte[]> producer;

  private record Refused(Item item, ProducerRecord<byte[], byte[]> output, Exception cause) {}

  /// The partition can't be committed for any more.
  private static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostException(Throwable cause) {
      super(cause);
    }
  }

  @SuppressWarnings("NullAway.Init") // map comes with the first record, producer with run()
  Committer(
      TopicPartition partition,
      Supplier<Producer<byte[], byte[]>> producers,
      Supplier<ConsumerGroupMetadata> group,
      int mapChars,
      Counters counters,
      Owner owner) {
    this.partition = partition;
    this.producers = producers;
    this.group = group;
    this.mapChars = mapChars;
    this.counters = counters;
    this.owner = owner;
    this.thread = Thread.ofVirtual().name("commit-" + partition).unstarted(this);
  }

  void start() {
    thread.start();
  }

  /// From now on records of this map are finished.
  void begin(OffsetMap offsets) {
    map = offsets;
  }

  /// True while the offset map has no room for finished records.
  boolean isHolding() {
    return holding;
  }

  void add(Item.Finished finished) {
    queue.add(finished);
  }

  /// Returns when `outputs` are committed. Throws [FencedException] where they will never be.
  void commitNow(List<ProducerRecord<byte[], byte[]>> outputs) throws InterruptedException {
    Item.Intent intent = new Item.Intent(outputs, new CompletableFuture<>());
    queue.add(intent);
    if (ended.getCount() == 0) {
      // The committer may have looked for the last time before this one came.
      intent.committed().completeExceptionally(gone());
    }
    try {
      intent.committed().get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof TerminalException terminal) {
        throw terminal;
      }
      throw new FencedException(partition + " is no longer ours; do not act", cause);
    }
  }

  /// Commits what was added so far, then ends.
  void finish() {
    queue.add(new Item.Stop());
  }

  boolean awaitEnd(long deadlineNanos) throws InterruptedException {
    return ended.await(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /// Ends at once; an open transaction is left to be aborted by the next owner.
  void drop() {
    stopped.countDown();
    thread.interrupt();
  }

  @Override
  public void run() {
    try {
      producer = open();
      owner.opened();
      commitUntilStopped();
    } catch (InterruptedException | InterruptException e) {
      LOG.debug("{}: committer dropped", partition);
    } catch (LostException e) {
      lost(e.getCause());
    } catch (RuntimeException e) {
      // A bug here must not leave a partition without a committer: it starts over.
      LOG.error("{}: committer failed, starting over", partition, e);
      lost(e);
    } finally {
      stopped.countDown();
      close(producer);
      ended.countDown();
      refuseIntents(gone());
    }
  }

  /// Without waiting: what is open is aborted by the next owner.
  private static void close(@Nullable Producer<byte[], byte[]> producer) {
    Thread.interrupted();
    if (producer == null) {
      return;
    }
    try {
      producer.close(Duration.ZERO);
    } catch (InterruptException e) {
      LOG.debug("interrupted while closing", e);
    }
  }

  /// Calls that wait for a commit learn that it failed before they are interrupted.
  private void lost(Throwable cause) {
    stopped.countDown();
    refuseIntents(cause);
    owner.fenced(cause);
  }

  private void commitUntilStopped() throws InterruptedException {
    boolean stop = false;
    while (!stop) {
      List<Item> batch = gather();
      stop = batch.removeIf(item -> item instanceof Item.Stop);
      List<Item> ready = finishInMap(batch);
      if (!ready.isEmpty()) {
        inTransaction = ready;
        transact(ready);
        inTransaction = List.of();
      }
    }
  }

  /// Waits for one item and takes what has gathered behind it.
  private List<Item> gather() throws InterruptedException {
    List<Item> batch = new ArrayList<>();
    long bytes = 0;
    Item item = queue.take();
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
      if (item instanceof Item.Finished finished) {
        if (held.isEmpty() && map.finish(finished.offset(), mapChars)) {
          ready.add(finished);
        } else {
          held.put(finished.offset(), finished);
        }
      } else {
        ready.add(item);
      }
    }
    Iterator<Item.Finished> waiting = held.values().iterator();
    while (waiting.hasNext()) {
      Item.Finished finished = waiting.next();
      if (!map.finish(finished.offset(), mapChars)) {
        break;
      }
      ready.add(finished);
      waiting.remove();
    }
    holding = !held.isEmpty();
    return ready;
  }

  /// Repeats until the items are committed.
  private void transact(List<Item> items) throws InterruptedException {
    List<Item> batch = items;
    for (int attempt = 0; true; attempt++) {
      Queue<Refused> refused = new ConcurrentLinkedQueue<>();
      boolean[] committing = {false};
      try {
        send(batch, refused, committing);
        counters.transactions.increment();
        batch.forEach(this::done);
        return;
      } catch (InterruptException e) {
        throw e;
      } catch (ProducerFencedException | FencedInstanceIdException e) {
        throw new LostException(e);
      } catch (KafkaException e) {
        counters.aborts.increment();
        recover(e, committing[0]);
        batch = without(batch, refused);
        if (batch.isEmpty()) {
          return;
        }
        if (refused.isEmpty()) {
          LOG.warn("{}: transaction aborted, again: {}", partition, Letters.text(e));
          pause(attempt);
        }
      }
    }
  }

  private void send(List<Item> batch, Queue<Refused> refused, boolean[] committing) {
    producer.beginTransaction();
    for (Item item : batch) {
      for (ProducerRecord<byte[], byte[]> output : item.outputs()) {
        producer.send(
            output,
            (metadata, failure) -> {
              if (namesRecord(failure)) {
                refused.add(new Refused(item, output, failure));
              }
            });
      }
    }
    producer.sendOffsetsToTransaction(Map.of(partition, map.toCommit()), group.get());
    committing[0] = true;
    commit();
  }

  private static boolean namesRecord(@Nullable Exception failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof RecordBatchTooLargeException
        || failure instanceof InvalidRecordException;
  }

  /// A commit that timed out may only be repeated: it may have come about.
  private void commit() {
    while (true) {
      try {
        producer.commitTransaction();
        return;
      } catch (TimeoutException e) {
        LOG.warn("{}: commit timed out, again: {}", partition, e.getMessage());
      }
    }
  }

  /// Aborts. Where that fails the producer is beyond use: before the commit was asked for nothing
  /// was committed, and a new one goes on; after that it is unknown, and the log has to tell.
  private void recover(KafkaException cause, boolean committing) throws InterruptedException {
    try {
      abort();
    } catch (InterruptException e) {
      throw e;
    } catch (ProducerFencedException e) {
      throw new LostException(e);
    } catch (KafkaException | IllegalStateException e) {
      if (committing) {
        throw new LostException(cause);
      }
      LOG.warn("{}: producer beyond use, opening another: {}", partition, Letters.text(cause));
      close(producer);
      producer = open();
    }
  }

  private void abort() {
    while (true) {
      try {
        producer.abortTransaction();
        return;
      } catch (TimeoutException e) {
        LOG.warn("{}: abort timed out, again: {}", partition, e.getMessage());
      }
    }
  }

  private static List<Item> without(List<Item> batch, Queue<Refused> refused) {
    if (refused.isEmpty()) {
      return batch;
    }
    Map<Item, Item> changed = new IdentityHashMap<>();
    for (Refused one : refused) {
      switch (one.item()) {
        case Item.Finished finished -> {
          Item.Finished now = (Item.Finished) changed.getOrDefault(finished, finished);
          changed.put(finished, now.without(one.output(), Letters.text(one.cause())));
        }
        case Item.Intent intent ->
            intent
                .committed()
                .completeExceptionally(
                    new TerminalException("refused by the broker: " + one.output(), one.cause()));
        case Item.Stop _ -> {}
      }
    }
    List<Item> kept = new ArrayList<>(batch.size());
    for (Item item : batch) {
      if (!(item instanceof Item.Intent intent && intent.committed().isDone())) {
        kept.add(changed.getOrDefault(item, item));
      }
    }
    return kept;
  }

  private void done(Item item) {
    switch (item) {
      case Item.Finished finished -> owner.committed(finished);
      case Item.Intent intent -> intent.committed().complete(null);
      case Item.Stop _ -> {}
    }
  }

  private Producer<byte[], byte[]> open() throws InterruptedException {
    for (int attempt = 0; true; attempt++) {
      Producer<byte[], byte[]> fresh = producers.get();
      try {
        fresh.initTransactions();
        return fresh;
      } catch (InterruptException e) {
        close(fresh);
        throw e;
      } catch (KafkaException e) {
        LOG.warn("{}: producer not ready, again: {}", partition, Letters.text(e));
        close(fresh);
        pause(attempt);
      }
    }
  }

  private void pause(int attempt) throws InterruptedException {
    long millis = Math.min(MAX_PAUSE.toMillis(), 5L << Math.min(attempt, 10));
    if (stopped.await(millis, TimeUnit.MILLISECONDS)) {
      throw new InterruptedException("dropped");
    }
  }

  private void refuseIntents(Throwable cause) {
    inTransaction.forEach(item -> refuse(item, cause));
    for (Item item = queue.poll(); item != null; item = queue.poll()) {
      refuse(item, cause);
    }
  }

  private static void refuse(Item item, Throwable cause) {
    if (item instanceof Item.Intent intent) {
      intent.committed().completeExceptionally(cause);
    }
  }

  private static IllegalStateException gone() {
    return new IllegalStateException("the partition was given up");
  }
}
