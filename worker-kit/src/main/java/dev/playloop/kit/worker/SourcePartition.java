package dev.playloop.kit.worker;

import dev.playloop.kit.Counters;
import dev.playloop.kit.Emit;
import dev.playloop.kit.FencedException;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Letters;
import dev.playloop.kit.OwnedSource;
import dev.playloop.kit.OwnedSource.Polled;
import dev.playloop.kit.TerminalException;
import dev.playloop.kit.commit.Committer;
import dev.playloop.kit.commit.Fence;
import dev.playloop.kit.commit.Item;
import dev.playloop.kit.commit.OffsetMap;
import dev.playloop.schemas.event.SourceState;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The sources of one partition of `sources` while this process owns it. Each is polled on a
/// virtual thread of its own; what they yield goes through the partition's [Committer], so that a
/// source that lost its partition can't write.
final class SourcePartition implements Held, Committer.Owner {
  private static final Logger LOG = LoggerFactory.getLogger(SourcePartition.class);
  private static final Duration RETRY_FROM = Duration.ofMillis(200);
  private static final Duration RETRY_MAX = Duration.ofSeconds(10);

  private final TopicPartition id;
  private final KafkaSettings kafka;
  private final Topic<SourceId, SourceState> cursors;
  private final List<OwnedSource> sources;
  private final Committer committer;
  private final Letters letters;
  private final Clock clock;

  private final CountDownLatch leaving = new CountDownLatch(1);
  private final Map<SourceId, Thread> threads = new ConcurrentHashMap<>();
  private volatile boolean running;
  private volatile boolean lost;

  SourcePartition(
      Fence fence, KafkaSettings kafka, List<OwnedSource> sources, Letters letters, Clock clock) {
    this.id = fence.partition();
    this.kafka = kafka;
    this.cursors = kafka.topics().sourceCursors();
    this.sources = List.copyOf(sources);
    this.letters = letters;
    this.clock = clock;
    this.committer = new Committer(fence, 1_000, new Counters(), this);
    this.committer.begin(new OffsetMap(0));
  }

  void start() {
    committer.start();
  }

  boolean isRunning() {
    return running;
  }

  List<SourceId> ids() {
    return sources.stream().map(OwnedSource::id).toList();
  }

  @Override
  public void opened() throws InterruptedException {
    Map<SourceId, String> known = sources.isEmpty() ? Map.of() : readCursors();
    for (OwnedSource source : sources) {
      Thread thread =
          Thread.ofVirtual()
              .name("source-" + source.id())
              .unstarted(() -> run(source, known.get(source.id())));
      threads.put(source.id(), thread);
      thread.start();
    }
    running = true;
  }

  /// After the producer's initialisation, so that nothing of a predecessor can follow.
  private Map<SourceId, String> readCursors() throws InterruptedException {
    for (Duration pause = RETRY_FROM; true; pause = doubled(pause)) {
      try {
        return SourceCursors.read(kafka, id.partition());
      } catch (org.apache.kafka.common.errors.InterruptException e) {
        throw e;
      } catch (org.apache.kafka.common.KafkaException e) {
        LOG.warn("{}: cursors can't be read, again: {}", id, Letters.text(e));
        pause(pause);
      }
    }
  }

  private void run(OwnedSource source, @Nullable String from) {
    String cursor = from;
    Duration pause = RETRY_FROM;
    try {
      while (leaving.getCount() > 0) {
        try {
          Polled polled = source.poll(cursor);
          cursor = write(source, polled, cursor);
          pause = RETRY_FROM;
          pause(polled.nextPollAfter());
        } catch (FencedException e) {
          LOG.debug("{}: no longer ours", source.id());
          return;
        } catch (RuntimeException | Error e) {
          // A source's own code, an outage, or memory that another thread has taken: the source
          // starts again from its last cursor, as nobody else would poll it.
          LOG.warn("{}: poll failed, again in {}", source.id(), pause, e);
          pause(pause);
          pause = doubled(pause);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("{}: stopped", source.id());
    }
  }

  /// Outputs and cursor in one transaction; returns the cursor to go on from.
  private @Nullable String write(OwnedSource source, Polled polled, @Nullable String before)
      throws InterruptedException {
    String cursor = polled.cursor() == null ? before : polled.cursor();
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (Emit<?, ?> output : polled.outputs()) {
      records.add(sent(source.id(), output));
    }
    for (OwnedSource.Unreadable unreadable : polled.unreadable()) {
      LOG.warn("{}: {} is a dead letter", source.id(), unreadable.place());
      records.add(letter(source.id(), unreadable));
    }
    if (cursor != null && !Objects.equals(cursor, before)) {
      SourceState state =
          new SourceState(SourceState.VERSION, source.id(), cursor, clock.instant());
      Emit<SourceId, SourceState> emit =
          Emit.toPartition(cursors, id.partition(), source.id(), state);
      records.add(Encoder.encodeAny(emit, List.of()).record());
    }
    commit(source.id(), records);
    return cursor;
  }

  /// All at once; where the broker takes one of them for good, each by itself, and a dead letter in
  /// its place. The cursor comes last.
  private void commit(SourceId source, List<ProducerRecord<byte[], byte[]>> records)
      throws InterruptedException {
    if (records.isEmpty()) {
      return;
    }
    try {
      committer.commitNow(records);
    } catch (TerminalException refused) {
      for (ProducerRecord<byte[], byte[]> record : records) {
        try {
          committer.commitNow(List.of(record));
        } catch (TerminalException e) {
          if (letters.isLetter(record)) {
            LOG.error("{}: a dead letter can't be written: {}", source, e.getMessage());
          } else {
            LOG.warn("{}: an event becomes a dead letter: {}", source, e.getMessage());
            committer.commitNow(
                List.of(letters.ofOutput(record, id.partition(), source.value(), Letters.text(e))));
          }
        }
      }
    }
  }

  private ProducerRecord<byte[], byte[]> sent(SourceId source, Emit<?, ?> output) {
    try {
      Encoder.Encoded encoded = Encoder.encodeAny(output, List.of());
      String problem = encoded.problem();
      if (problem == null) {
        return encoded.record();
      }
      LOG.warn("{}: an event becomes a dead letter: {}", source, problem);
      return letters.ofOutput(encoded.record(), id.partition(), source.value(), problem);
    } catch (RuntimeException | StackOverflowError e) {
      // What a world tells may be what nobody can write down; what it tells next counts.
      LOG.warn("{}: an event can't be written: {}", source, Letters.stack(e));
      return letter(
          source,
          new OwnedSource.Unreadable(
              String.valueOf(output.key()), "", "can't be written: " + Letters.text(e)));
    }
  }

  private ProducerRecord<byte[], byte[]> letter(
      SourceId source, OwnedSource.Unreadable unreadable) {
    byte[] place = unreadable.place().getBytes(StandardCharsets.UTF_8);
    byte[] content = unreadable.content().getBytes(StandardCharsets.UTF_8);
    return letters.ofOutput(
        new ProducerRecord<>("", place, content),
        id.partition(),
        source.value(),
        unreadable.reason());
  }

  /// Throws InterruptedException when the partition is being given up.
  private void pause(Duration time) throws InterruptedException {
    if (leaving.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new InterruptedException("the partition is given up");
    }
  }

  private static Duration doubled(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(RETRY_MAX) > 0 ? RETRY_MAX : twice;
  }

  @Override
  public void fenced(RuntimeException cause) {
    LOG.warn("{}: sources lost to another owner or in doubt: {}", id, Letters.text(cause));
    lost = true;
    leaving.countDown();
    threads.values().forEach(Thread::interrupt);
  }

  @Override
  public void committed(Item.Finished finished) {}

  @Override
  public boolean isLost() {
    return lost;
  }

  @Override
  public void stopFeeding() {
    leaving.countDown();
  }

  @Override
  public void awaitCalls(long deadlineNanos) throws InterruptedException {
    for (Thread thread : threads.values()) {
      long left = Math.max(1, deadlineNanos - System.nanoTime());
      if (!thread.join(Duration.ofNanos(left))) {
        thread.interrupt();
      }
    }
  }

  @Override
  public void finish() {
    if (running) {
      committer.finish();
    } else {
      committer.drop();
    }
  }

  @Override
  public void awaitEnd(long deadlineNanos) throws InterruptedException {
    committer.awaitEnd(deadlineNanos);
  }

  @Override
  public void drop() {
    leaving.countDown();
    threads.values().forEach(Thread::interrupt);
    committer.drop();
    running = false;
  }
}
