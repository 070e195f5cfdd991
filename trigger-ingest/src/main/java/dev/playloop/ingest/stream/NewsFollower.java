package dev.playloop.ingest.stream;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.tool.ToolCatalogue;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the journal as it is written, once for all streams. A thread of its own reads; streams are
/// added and taken away by any thread. Begins [#BACK] entries a partition before the end, for the
/// calls of turns under way, with the first stream, and rests when there has been none for a while:
/// a journal that nobody listens to is not read. While the broker is away streams stay open and
/// silent.
final class NewsFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NewsFollower.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);
  private static final long BACK = 500;

  /// A reader who comes again by itself finds it reading.
  static final Duration REST = Duration.ofMinutes(1);

  private final KafkaSettings kafka;
  private final Function<String, @Nullable ToolCatalogue> catalogues;
  private final NewsKeys keys;
  private final Duration rest;
  private final Thread thread;
  private final Object lock = new Object();

  /// All guarded by the lock: a stream begins exactly where the reader stands.
  private NewsReader news;

  private final Map<AgentId, Set<NewsStream>> streams = new HashMap<>();
  private final Map<Integer, Long> next = new HashMap<>();
  private Map<TopicPartition, Long> ends = Map.of();

  /// How many wait for it to stand.
  private int asking;

  /// When somebody last listened, in nanoseconds of the JVM; null while it rests.
  private @Nullable Long wanted;

  private volatile @Nullable TopicReader reader;
  private volatile boolean closed;

  /// Rests when there has been no stream for `rest`.
  NewsFollower(
      KafkaSettings kafka,
      Function<String, @Nullable ToolCatalogue> catalogues,
      NewsKeys keys,
      Duration rest) {
    this.kafka = kafka;
    this.catalogues = catalogues;
    this.keys = keys;
    this.rest = rest;
    this.news = new NewsReader(catalogues, keys);
    this.thread = Thread.ofPlatform().name("follow-news").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// A stream of what is written from now on; null where it is not known within `patience` where
  /// that is.
  @Nullable NewsStream add(AgentId agent, int partition, Duration patience)
      throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    synchronized (lock) {
      asking++;
      try {
        wanted = System.nanoTime();
        lock.notifyAll();
        while (!stands(partition)) {
          long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
          if (left <= 0 || closed) {
            return null;
          }
          lock.wait(left);
        }
      } finally {
        asking--;
      }
      long at = Objects.requireNonNull(next.get(partition));
      NewsStream added = new NewsStream(agent, new NewsId(news.since(agent, at), at, 0), keys);
      streams.computeIfAbsent(agent, _ -> new HashSet<>()).add(added);
      return added;
    }
  }

  /// Whether it has read what lay there when it began. Holds the lock.
  private boolean stands(int partition) {
    Long at = next.get(partition);
    Long end = ends.get(new TopicPartition(kafka.topics().journal().name(), partition));
    return at != null && end != null && at >= end;
  }

  void remove(NewsStream stream) {
    synchronized (lock) {
      wanted = System.nanoTime();
      streams.computeIfPresent(
          stream.agent(),
          (_, all) -> {
            all.remove(stream);
            return all.isEmpty() ? null : all;
          });
    }
  }

  @Override
  public void close() {
    closed = true;
    synchronized (lock) {
      streams.values().forEach(all -> all.forEach(NewsStream::end));
      lock.notifyAll();
    }
    TopicReader open = reader;
    if (open != null) {
      open.wakeup();
    }
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_WAIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (awaitWanted()) {
        readOn();
      }
    } catch (InterruptedException e) {
      LOG.trace("nobody of ours does; who does wants it to end");
    }
  }

  /// False once it is closed.
  private boolean awaitWanted() throws InterruptedException {
    synchronized (lock) {
      while (!closed && rests()) {
        lock.wait();
      }
      return !closed;
    }
  }

  private void readOn() throws InterruptedException {
    try (TopicReader opened = open()) {
      reader = opened;
      while (!closed && !rests()) {
        List<ConsumerRecord<byte[], byte[]>> records = opened.poll(POLL);
        if (!keys.awaitOf(records)) { // read again, rather than passed over
          throw new TimeoutException("the keys of what is sealed could not be read");
        }
        take(records, opened.positions());
      }
    } catch (WakeupException e) {
      LOG.trace("woken up to close");
    } catch (KafkaException e) {
      LOG.warn("Waiting for Kafka to read the journal: {}", e.getMessage());
      LockSupport.parkNanos(RETRY.toNanos());
    } catch (RuntimeException | Error e) {
      LOG.error("Reading the journal broke, again", e);
      LockSupport.parkNanos(RETRY.toNanos());
    }
  }

  boolean isResting() {
    synchronized (lock) {
      return wanted == null;
    }
  }

  /// Where nobody has listened for long enough, it forgets where it stands, and all calls. Called
  /// by the thread that reads.
  private boolean rests() {
    synchronized (lock) {
      Long last = wanted;
      if (asking > 0
          || !streams.isEmpty()
          || (last != null && System.nanoTime() - last < rest.toNanos())) {
        return false;
      }
      wanted = null;
      next.clear();
      ends = Map.of();
      news = new NewsReader(catalogues, keys);
      return true;
    }
  }

  private TopicReader open() {
    TopicReading reading = TopicReading.of(kafka, kafka.topics().journal()).prompt();
    Map<TopicPartition, Long> from = new HashMap<>();
    synchronized (lock) {
      next.forEach((partition, at) ->
          from.put(new TopicPartition(kafka.topics().journal().name(), partition), at));
    }
    if (from.isEmpty()) {
      try (TopicReader first = reading.fromBeginning()) {
        Map<TopicPartition, Long> begins = first.begins();
        Map<TopicPartition, Long> now = first.ends();
        now.forEach((partition, end) ->
            from.put(partition, Math.max(begins.getOrDefault(partition, 0L), end - BACK)));
        synchronized (lock) {
          ends = now;
        }
      }
    }
    return reading.from(from, Instant.EPOCH);
  }

  private void take(
      List<ConsumerRecord<byte[], byte[]>> records, Map<TopicPartition, Long> positions) {
    synchronized (lock) {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        for (News one : read(record)) {
          streams.getOrDefault(one.news().agent(), Set.of()).forEach(each -> each.put(one));
        }
      }
      positions.forEach((partition, at) -> next.put(partition.partition(), at));
      lock.notifyAll();
    }
  }

  /// Whatever stands there, the others are read.
  private List<News> read(ConsumerRecord<byte[], byte[]> record) {
    try {
      return news.read(record);
    } catch (RuntimeException | StackOverflowError e) {
      LOG.warn("{}-{}@{} is no news", record.topic(), record.partition(), record.offset(), e);
      return List.of();
    }
  }
}
