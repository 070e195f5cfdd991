package dev.playloop.console.source;

import dev.playloop.audit.log.TopicJournal;
import dev.playloop.console.index.IndexWriter;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads journal, dead letters and dropped keys of a cluster into an index: each poll is one
/// transaction, with the places behind it. In no group, so that workers that come and go move
/// nothing of it. Whatever goes wrong, it goes on from the places in the file.
final class ClusterFeed implements Feed {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterFeed.class);
  private static final Duration ASK = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  private final ClusterJournal journal;
  private final KafkaSettings kafka;
  private final Goal goal;
  private final CountDownLatch loaded = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable TopicReader reading;
  private volatile String problem = "the journal is not read yet";
  private volatile long behind;
  private volatile boolean closed;

  private ClusterFeed(ClusterJournal journal, Goal goal) {
    this.journal = journal;
    this.kafka = journal.kafka();
    this.goal = goal;
    this.thread = Thread.ofPlatform().name("console-feed").daemon().unstarted(this::run);
  }

  static ClusterFeed start(ClusterJournal journal, Goal goal) {
    ClusterFeed feed = new ClusterFeed(journal, goal);
    feed.thread.start();
    return feed;
  }

  private void run() {
    while (!closed) {
      try {
        follow();
      } catch (WakeupException e) {
        LOG.trace("woken up to close");
      } catch (KafkaException e) {
        problem = "waiting for Kafka: " + e.getMessage();
        LOG.warn("The console waits for Kafka: {}", e.getMessage());
        LockSupport.parkNanos(RETRY.toNanos());
      } catch (RuntimeException e) {
        problem = "the index is not written: " + e.getMessage();
        LOG.error("The console's index is not written; again from its places", e);
        LockSupport.parkNanos(RETRY.toNanos());
      }
    }
  }

  private void follow() {
    try (IndexWriter writer = goal.writer().get();
        TopicReader reader = open(writer)) {
      reading = reader;
      erase(writer, dropped(writer.keys()));
      Map<TopicPartition, Long> ends = reader.ends();
      Map<TopicPartition, Long> next = reader.positions();
      while (!closed && !goal.torn().getAsBoolean()) {
        List<ConsumerRecord<byte[], byte[]>> records = reader.poll(POLL);
        Map<TopicPartition, Long> positions = reader.positions();
        requireNew(records, next, positions);
        next = positions;
        Set<String> dropped = take(writer, records);
        commit(writer, next);
        erase(writer, dropped);
        long left = left(ends, next);
        behind = left;
        if (left == 0 && loaded.getCount() > 0) {
          loaded.countDown();
        }
      }
    } finally {
      reading = null;
    }
  }

  private TopicReader open(IndexWriter writer) {
    Map<TopicPartition, Long> places = new HashMap<>();
    writer
        .places()
        .forEach((topic, partitions) ->
            partitions.forEach(
                (number, next) -> places.put(new TopicPartition(topic, number), next)));
    List<Topic<?, ?>> topics =
        List.of(
            kafka.topics().journal(), kafka.topics().deadLetters(), kafka.topics().subjectKeys());
    TopicReader reader =
        TopicReading.of(kafka, topics).prompt().asking(ASK).from(places, Instant.EPOCH);
    boolean ready = false;
    try {
      prepare(writer, reader, places);
      ready = true;
      return reader;
    } finally {
      if (!ready) {
        reader.close();
      }
    }
  }

  private void prepare(IndexWriter writer, TopicReader reader, Map<TopicPartition, Long> places) {
    Map<TopicPartition, Long> begins = reader.begins();
    if (isGone(places, begins, reader.ends())) {
      LOG.info("the console's index is made anew, since its places are not there any more");
      writer.clear();
      goal.erased().happened();
      reader.rewind();
    }
    writer.archived(
        begins.entrySet().stream()
            .filter(begin -> isJournal(begin.getKey().topic()) && begin.getValue() > 0)
            .map(begin -> begin.getKey().partition())
            .collect(Collectors.toSet()));
  }

  private boolean isJournal(String topic) {
    return topic.equals(kafka.topics().journal().name());
  }

  /// Whether something of the journal was removed before it was read, or the log is shorter than it
  /// was. Dead letters go after their time, and keys when they are compacted: nobody misses those.
  private boolean isGone(
      Map<TopicPartition, Long> places,
      Map<TopicPartition, Long> begins,
      Map<TopicPartition, Long> ends) {
    return places.entrySet().stream()
        .anyMatch(place ->
            place.getValue() > ends.getOrDefault(place.getKey(), 0L)
                || (isJournal(place.getKey().topic())
                    && place.getValue() < begins.getOrDefault(place.getKey(), 0L)));
  }

  /// Keys that were dropped while nobody looked: their tombstones may be gone by now.
  private Set<String> dropped(Set<String> indexed) {
    if (indexed.isEmpty()) {
      return Set.of();
    }
    Set<String> gone = new HashSet<>(indexed);
    gone.removeAll(journal.locked().there());
    return gone;
  }

  /// A consumer whose place is gone begins anew by itself, as where a broker came back with less
  /// than it had: whether the index can be kept is then to be found out.
  static void requireNew(
      List<ConsumerRecord<byte[], byte[]>> records,
      Map<TopicPartition, Long> next,
      Map<TopicPartition, Long> positions) {
    positions.forEach((partition, position) -> {
      if (position < next.getOrDefault(partition, 0L)) {
        throw new KafkaException(partition + " begins anew at " + position);
      }
    });
    for (ConsumerRecord<byte[], byte[]> record : records) {
      TopicPartition from = new TopicPartition(record.topic(), record.partition());
      if (record.offset() < next.getOrDefault(from, 0L)) {
        throw new KafkaException(from + " begins anew at " + record.offset());
      }
    }
  }

  /// Returns the keys that were dropped.
  private Set<String> take(IndexWriter writer, List<ConsumerRecord<byte[], byte[]>> records) {
    Set<String> dropped = new HashSet<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (isJournal(record.topic())) {
        writer.entry(TopicJournal.record(record), record.offset());
      } else if (record.topic().equals(kafka.topics().deadLetters().name())) {
        writer.letter(DeadLetter.of(record));
      } else if (record.key() != null && record.value() == null) {
        dropped.add(new String(record.key(), StandardCharsets.UTF_8));
      }
    }
    return dropped;
  }

  private void erase(IndexWriter writer, Set<String> dropped) {
    if (!dropped.isEmpty()) {
      writer.erase(dropped);
      var _ = journal.locked().there(); // which lets go of the keys, too
      goal.erased().happened();
    }
  }

  private void commit(IndexWriter writer, Map<TopicPartition, Long> positions) {
    Map<String, Map<Integer, Long>> next = new HashMap<>();
    positions.forEach((partition, offset) ->
        next.computeIfAbsent(partition.topic(), _ -> new HashMap<>())
            .put(partition.partition(), offset));
    if (writer.commit(next)) {
      goal.came().run();
    }
  }

  private static long left(Map<TopicPartition, Long> ends, Map<TopicPartition, Long> positions) {
    long left = 0;
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      left += Math.max(0, end.getValue() - positions.getOrDefault(end.getKey(), 0L));
    }
    return left;
  }

  @Override
  public boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return loaded.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public long behind() {
    return behind;
  }

  @Override
  public @Nullable String problem() {
    return loaded.getCount() == 0 ? null : problem;
  }

  @Override
  public void close() {
    closed = true;
    TopicReader reader = reading;
    if (reader != null) {
      reader.wakeup();
    }
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_WAIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
