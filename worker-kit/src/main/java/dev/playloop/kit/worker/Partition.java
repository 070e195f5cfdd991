package dev.playloop.kit.worker;

import dev.playloop.kit.FencedException;
import dev.playloop.kit.Letters;
import dev.playloop.kit.commit.Committer;
import dev.playloop.kit.commit.Fence;
import dev.playloop.kit.commit.Item;
import dev.playloop.kit.commit.OffsetMap;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One input partition while this process owns it: its lanes, offset map and committer. The poll
/// thread feeds it; calls end on the lanes' virtual threads.
///
/// Its life: opening (the producer is initialised, the listener told), then `begin` with the
/// committed offsets, fed, paused while its backlog waits, and at last taken away or lost.
final class Partition<K, V> implements Held, Committer.Owner, Ownership {
  private static final Logger LOG = LoggerFactory.getLogger(Partition.class);

  private final TopicPartition id;
  private final WorkerSettings<K, V> settings;
  private final Shared shared;
  private final Room.Share share;
  private final Committer committer;
  private final Lanes<ConsumerRecord<byte[], byte[]>> lanes;
  private final Backlog backlog = new Backlog();
  private final CountDownLatch leaving = new CountDownLatch(1);
  private final AtomicBoolean dropped = new AtomicBoolean();
  private volatile boolean opened;
  private volatile boolean lost;
  private volatile boolean abandoned;
  private final Standstill standstill = new Standstill();
  private volatile OffsetMap map = new OffsetMap(0);
  private boolean feeding;
  private boolean paused = true;
  private long next;

  @SuppressWarnings("this-escape") // committer and lanes call back once they are started
  Partition(Fence fence, WorkerSettings<K, V> settings, HandlerCalls<K, V> calls, Shared shared) {
    this.id = fence.partition();
    this.settings = settings;
    this.shared = shared;
    this.share = shared.room().share();
    this.committer = new Committer(fence, settings.limits().mapChars(), shared.counters(), this);
    this.lanes = new Lanes<>(id.toString(), settings.limits().laneQueue(), one -> call(calls, one));
  }

  void start() {
    committer.start();
  }

  /// A call that ends in an error of the JVM itself, such as no memory, leaves nothing to trust:
  /// the partition starts over from what is committed, and skips the record when it was struck
  /// often enough.
  private void call(HandlerCalls<K, V> calls, ConsumerRecord<byte[], byte[]> record) {
    try {
      Throwable unfetched = backlog.unfetched(record.offset());
      if (unfetched != null) {
        calls.skip(record, this, unfetched);
      } else if (shared.suspicion().isGuilty(id, record.offset())) {
        calls.skip(record, this, shared.suspicion().verdict());
      } else {
        calls.run(record, this);
      }
    } catch (Throwable e) {
      // Only an Error gets here, and it must not leave the partition without anyone.
      try {
        shared.suspicion().struck(id, record.offset(), e);
      } finally {
        startOver();
      }
    }
  }

  /// From what is committed, if the partition is still ours by then.
  void startOver() {
    committer.drop();
    lost = true;
    abandon();
  }

  /// True between opened and begun.
  boolean awaitsOffsets() {
    return opened && !feeding && !lost;
  }

  TopicPartition id() {
    return id;
  }

  /// Whether it is fed, and has nothing in hand.
  boolean isIdle() {
    return feeding && backlog.isEmpty() && share.records() == 0;
  }

  boolean isFeeding() {
    return feeding;
  }

  /// Takes records from the map's position on.
  void begin(OffsetMap offsets) {
    map = offsets;
    next = offsets.position();
    committer.begin(offsets);
    feeding = true;
  }

  /// Fetched records, and the offset the consumer goes on from.
  void receive(List<ConsumerRecord<byte[], byte[]>> records, long nextOffset) {
    backlog.add(records);
    next = nextOffset;
  }

  /// Why this partition stands still though records wait; null where it does not.
  @Nullable String standstill(long nowNanos) {
    boolean waits = !backlog.isEmpty() || share.records() > 0;
    return standstill.of(waits && lanes.isIdle(), map.position(), nowNanos)
        ? id + ": records wait and none is handled or committed"
        : null;
  }

  /// Any thread may ask.
  WaitingSince waits() {
    return new WaitingSince(backlog.since(), lanes.since(Received::sentAt));
  }

  /// Hands records to their lanes until something is full.
  void feed() {
    while (!backlog.isEmpty() && !isFull()) {
      ConsumerRecord<byte[], byte[]> record = backlog.first();
      Object lane = Received.lane(record);
      if (!lanes.hasRoom(lane)
          || !shared.suspicion().admits(id, record.offset(), share.records())) {
        return;
      }
      backlog.removeFirst();
      if (map.take(record.offset())) {
        share.take(Received.size(record));
        lanes.offer(lane, record);
      } else {
        shared.counters().skipped.increment();
      }
    }
    if (backlog.isEmpty()) {
      map.passed(next);
    }
  }

  /// Whether fetching has to wait: not for being full alone, or no age of what waits is known.
  boolean mustPause() {
    return !backlog.isEmpty();
  }

  boolean isPaused() {
    return paused;
  }

  void setPaused(boolean now) {
    paused = now;
  }

  private boolean isFull() {
    return shared.room().isFull()
        || map.span() >= settings.limits().mapSpan()
        || committer.isHolding();
  }

  @Override
  public void finish(Item.Finished finished) {
    committer.add(finished);
  }

  @Override
  public void commitNow(List<ProducerRecord<byte[], byte[]>> outputs) throws InterruptedException {
    if (isGone()) {
      throw new FencedException(
          id + " is no longer ours; do not act", new IllegalStateException("partition lost"));
    }
    committer.commitNow(outputs);
  }

  @Override
  public void confirmOwned() throws InterruptedException {
    if (isGone() || !committer.wasIntactLately()) {
      commitNow(List.of());
    }
  }

  @Override
  public boolean pause(Duration time) throws InterruptedException {
    return !leaving.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public boolean isGone() {
    return abandoned;
  }

  @Override
  public void opened() throws InterruptedException {
    while (!tellListener()) {
      if (!pause(settings.limits().retryFrom())) {
        throw new InterruptedException("taken away while opening");
      }
    }
    opened = true;
  }

  private boolean tellListener() throws InterruptedException {
    try {
      settings.partitions().gained(id.partition());
      return true;
    } catch (RuntimeException e) {
      // Whatever the listener's own code throws: without its state no record may be handled.
      LOG.warn("{}: the partition listener is not ready, again", id, e);
      return false;
    }
  }

  @Override
  public void fenced(RuntimeException cause) {
    LOG.warn("{}: lost to another owner or in doubt: {}", id, Letters.text(cause));
    shared.suspicion().startsOver(id, cause);
    lost = true;
    abandon();
  }

  @Override
  public void committed(Item.Finished finished) {
    share.give(1, finished.bytes());
    shared.suspicion().passed(id, finished.offset());
    shared.counters().handled.increment();
  }

  @Override
  public boolean isLost() {
    return lost;
  }

  @Override
  public void stopFeeding() {
    backlog.clear();
    leaving.countDown();
    lanes.stopFeeding();
  }

  @Override
  public void awaitCalls(long deadlineNanos) throws InterruptedException {
    lanes.awaitIdle(deadlineNanos);
    abandon();
  }

  @Override
  public void finish() {
    if (feeding) {
      committer.finish();
    } else {
      committer.drop();
    }
  }

  @Override
  public void awaitEnd(long deadlineNanos) throws InterruptedException {
    if (!committer.awaitEnd(deadlineNanos)) {
      LOG.warn("{}: what is done could not be committed in time; it will be done again", id);
    }
  }

  @Override
  public void drop() {
    if (dropped.compareAndSet(false, true)) {
      leaving.countDown();
      abandon();
      committer.drop();
      share.leave();
      shared.suspicion().left(id);
      if (opened) {
        settings.partitions().lost(id.partition());
      }
    }
  }

  private void abandon() {
    abandoned = true;
    int running = lanes.drop();
    shared.counters().abandoned.add(running);
    if (running > 0) {
      LOG.info("{}: {} calls abandoned; the next owner makes them again", id, running);
    }
  }
}
