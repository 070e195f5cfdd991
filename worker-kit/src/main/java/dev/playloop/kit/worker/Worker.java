package dev.playloop.kit.worker;

import dev.playloop.kit.Counters;
import dev.playloop.kit.Handler;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.kit.WorkerStats;
import dev.playloop.kit.commit.Fence;
import dev.playloop.kit.commit.OffsetMap;
import dev.playloop.kit.topic.CarefulPoll;
import dev.playloop.kit.topic.Clients;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs a [Handler] over the partitions of one input topic that this process owns: per key one call
/// at a time and in order, thousands of keys beside each other, outputs and offsets in one
/// transaction. This class is the poll loop, on one platform thread; what it holds per partition is
/// a [Partition].
///
/// Everything is bounded by [WorkerLimits]; what is full pauses its partition. A crash repeats the
/// calls whose outputs were not committed, and no other.
public final class Worker<K, V> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final Duration IDLE_POLL = Duration.ofMillis(100);
  private static final Duration BUSY_POLL = Duration.ofMillis(5);
  private static final Duration OFFSETS_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration CLOSE_EXTRA = Duration.ofSeconds(15);

  private final WorkerSettings<K, V> settings;
  private final Consumer<byte[], byte[]> consumer;
  private final Membership<Partition<K, V>> membership;
  private final Counters counters = new Counters();
  private final Room room;
  private final Suspicion suspicion;
  private final CarefulPoll poll;
  private final WorkerMetrics metrics;
  private final PollThread thread;

  private volatile Owned<K, V> owned = Owned.nothing();
  private int turn;

  /// Clients are parameters so that tests can run the loop by hand.
  Worker(
      WorkerSettings<K, V> settings,
      Handler<K, V> handler,
      Consumer<byte[], byte[]> consumer,
      Supplier<Consumer<byte[], byte[]>> oneByOne,
      Function<TopicPartition, Supplier<Producer<byte[], byte[]>>> producers) {
    this.settings = settings;
    this.consumer = consumer;
    WorkerLimits limits = settings.limits();
    this.room = new Room(limits.maxInFlight(), limits.maxBytesInFlight());
    this.suspicion = new Suspicion(settings.suspects(), counters);
    HandlerCalls<K, V> calls = new HandlerCalls<>(settings, handler, counters);
    Shared shared = new Shared(room, counters, suspicion);
    this.membership =
        new Membership<>(
            consumer,
            partition -> open(partition, calls, shared, producers.apply(partition)),
            limits.revokeWait(),
            Membership.Protocol.of(settings.kafka()));
    this.poll = new CarefulPoll(consumer, oneByOne, suspicion);
    this.thread =
        new PollThread(
            settings.groupId(), consumer, new Rounds(), limits.revokeWait().plus(CLOSE_EXTRA));
    this.metrics = new WorkerMetrics(settings, this::stats, () -> owned.waits(), this::problem);
  }

  /// Starts without blocking; assignment follows.
  public static <K, V> Worker<K, V> start(WorkerSettings<K, V> settings, Handler<K, V> handler) {
    return start(
        settings, handler, Clients.member(settings.kafka(), settings.groupId(), settings.input()));
  }

  /// For tests.
  static <K, V> Worker<K, V> start(
      WorkerSettings<K, V> settings, Handler<K, V> handler, Consumer<byte[], byte[]> member) {
    KafkaSettings kafka = settings.kafka();
    List<Topic<?, ?>> outputs = new ArrayList<>(settings.outputs());
    outputs.add(kafka.topics().deadLetters());
    Worker<K, V> worker =
        new Worker<>(
            settings,
            handler,
            member,
            () -> Clients.reader(kafka, List.of(settings.input()), CarefulPoll.ONE_BY_ONE),
            partition ->
                () ->
                    Clients.transactional(
                        kafka, settings.transactionalId(partition.partition()), outputs));
    worker.begin();
    return worker;
  }

  void begin() {
    thread.start();
  }

  /// Waits until the group has given this worker its share (which may be no partition) and each of
  /// them is ready. False when `timeout` passed before that, or the worker stopped.
  public boolean awaitAssigned(Duration timeout) throws InterruptedException {
    return thread.awaitReady(timeout);
  }

  /// Why this worker does not do all of its work, in words for the operator; null while it is in
  /// its group and every partition it owns goes on.
  public @Nullable String problem() {
    if (!thread.isRunning()) {
      return settings.groupId() + " has stopped: " + thread.stopped();
    }
    if (!thread.isReady()) {
      return settings.groupId() + ": its partitions are not assigned or not ready";
    }
    String suspected = suspicion.problem(owned.ids());
    return suspected == null ? owned.standstill() : suspected;
  }

  /// False once closed, or stopped by an error that no retry mends (it was logged).
  public boolean isRunning() {
    return thread.isRunning();
  }

  public WorkerStats stats() {
    return WorkerStats.of(counters, room.records(), owned.ready());
  }

  /// Gives the partitions back: calls in flight get the revoke wait, what finished is committed.
  @Override
  public void close() {
    thread.close();
  }

  /// What the poll thread runs.
  private final class Rounds implements PollThread.Loop {
    @Override
    public void subscribe() {
      Worker.this.subscribe();
    }

    @Override
    public boolean pollOnce() {
      return Worker.this.pollOnce();
    }

    @Override
    public void startOver(Error error) {
      // Who knows what this round had taken in: nothing of it is trusted.
      membership
          .held()
          .forEach((partition, one) -> {
            suspicion.startsOver(partition, error);
            one.startOver();
          });
    }

    @Override
    public void release() {
      membership.releaseAll();
      poll.close();
      owned = Owned.nothing();
      metrics.close();
    }
  }

  void subscribe() {
    consumer.subscribe(Set.of(settings.input().name()), membership);
  }

  /// One round: fetch, hand over, pause and resume. Commits happen beside it. Returns whether all
  /// that is ours is ready.
  boolean pollOnce() {
    String hopeless = suspicion.hopeless();
    if (hopeless != null) {
      throw new IllegalStateException(hopeless);
    }
    ConsumerRecords<byte[], byte[]> records = poll.poll(pollTime());
    membership.afterPoll();
    Map<TopicPartition, Partition<K, V>> held = membership.held();
    for (TopicPartition partition : records.partitions()) {
      Partition<K, V> one = held.get(partition);
      if (one != null && one.isFeeding()) {
        one.receive(records.records(partition), consumer.position(partition));
      }
    }
    begin(held);
    feed(held);
    pauseAndResume(held);
    return isReady(held);
  }

  private Duration pollTime() {
    boolean waiting =
        membership.held().values().stream().anyMatch(one -> !one.isFeeding() || one.isPaused());
    return waiting ? BUSY_POLL : IDLE_POLL;
  }

  /// Lets partitions that have become ready begin at their committed offsets. Those are read after
  /// the producer's initialisation, which ends what the predecessor had open.
  private void begin(Map<TopicPartition, Partition<K, V>> held) {
    Set<TopicPartition> waiting = new HashSet<>();
    held.forEach((partition, one) -> {
      if (one.awaitsOffsets()) {
        waiting.add(partition);
      }
    });
    if (waiting.isEmpty()) {
      return;
    }
    try {
      Map<TopicPartition, OffsetAndMetadata> committed =
          consumer.committed(waiting, OFFSETS_TIMEOUT);
      for (TopicPartition partition : waiting) {
        Partition<K, V> one = held.get(partition);
        if (one != null) {
          one.begin(seek(partition, committed.get(partition)));
        }
      }
    } catch (TimeoutException e) {
      LOG.warn("{}: no committed offsets yet, again: {}", settings.groupId(), e.getMessage());
    }
  }

  private OffsetMap seek(TopicPartition partition, @Nullable OffsetAndMetadata committed) {
    if (committed == null) {
      consumer.seekToBeginning(Set.of(partition));
      return new OffsetMap(consumer.position(partition, OFFSETS_TIMEOUT));
    }
    consumer.seek(partition, committed.offset());
    return OffsetMap.decode(committed.offset(), committed.metadata());
  }

  /// In turns, so that no partition takes all the room.
  private void feed(Map<TopicPartition, Partition<K, V>> held) {
    List<Partition<K, V>> order = new ArrayList<>(held.values());
    if (!order.isEmpty()) {
      Collections.rotate(order, turn++ % order.size());
    }
    for (Partition<K, V> one : order) {
      if (one.isFeeding()) {
        one.feed();
      }
    }
  }

  private void pauseAndResume(Map<TopicPartition, Partition<K, V>> held) {
    List<TopicPartition> pause = new ArrayList<>();
    List<TopicPartition> resume = new ArrayList<>();
    held.forEach((partition, one) -> {
      boolean full = !one.isFeeding() || one.mustPause();
      if (full != one.isPaused()) {
        (full ? pause : resume).add(partition);
        one.setPaused(full);
      }
    });
    consumer.pause(pause);
    consumer.resume(resume);
    counters.pauses.add(pause.size());
  }

  private boolean isReady(Map<TopicPartition, Partition<K, V>> held) {
    for (Partition<K, V> one : held.values()) {
      if (one.isIdle() && consumer.currentLag(one.id()).orElse(1) == 0) {
        suspicion.passed(one.id(), Long.MAX_VALUE);
      }
    }
    Owned<K, V> now = Owned.of(held.values(), System.nanoTime());
    owned = now;
    return membership.isJoined() && now.ready() == held.size();
  }

  private Partition<K, V> open(
      TopicPartition partition,
      HandlerCalls<K, V> calls,
      Shared shared,
      Supplier<Producer<byte[], byte[]>> producers) {
    Fence fence = new Fence(partition, producers, membership::metadata);
    Partition<K, V> one = new Partition<>(fence, settings, calls, shared);
    one.start();
    return one;
  }
}
