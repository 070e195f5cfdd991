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
import java.util.Set;
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
/// calls of turns under way. While the broker is away streams stay open and silent.
final class NewsFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NewsFollower.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);
  private static final long BACK = 500;

  private final KafkaSettings kafka;
  private final NewsKeys keys;
  private final Thread thread;
  private final Object lock = new Object();

  /// All guarded by the lock: a stream begins exactly where the reader stands.
  private final NewsReader news;

  private final Map<AgentId, Set<NewsStream>> streams = new HashMap<>();
  private final Map<Integer, Long> next = new HashMap<>();
  private Map<TopicPartition, Long> ends = Map.of();

  private volatile @Nullable TopicReader reader;
  private volatile boolean closed;

  NewsFollower(
      KafkaSettings kafka, Function<String, @Nullable ToolCatalogue> catalogues, NewsKeys keys) {
    this.kafka = kafka;
    this.keys = keys;
    this.news = new NewsReader(catalogues, keys);
    this.thread = Thread.ofPlatform().name("follow-news").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// A stream of what is written from now on; null where it is not known yet where that is.
  @Nullable NewsStream add(AgentId agent, int partition) {
    synchronized (lock) {
      Long at = next.get(partition);
      Long end = ends.get(new TopicPartition(kafka.topics().journal().name(), partition));
      if (at == null || end == null || at < end) {
        return null;
      }
      NewsStream added = new NewsStream(agent, new NewsId(news.since(agent, at), at, 0), keys);
      streams.computeIfAbsent(agent, _ -> new HashSet<>()).add(added);
      return added;
    }
  }

  void remove(NewsStream stream) {
    synchronized (lock) {
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
    while (!closed) {
      try (TopicReader opened = open()) {
        reader = opened;
        while (!closed) {
          List<ConsumerRecord<byte[], byte[]>> records = opened.poll(POLL);
          if (!keys.awaitOf(records)) { // read again, rather than passed over
            throw new TimeoutException("the keys of what is sealed could not be read");
          }
          take(records, opened.positions());
        }
      } catch (WakeupException e) {
        LOG.trace("woken up to close");
      } catch (InterruptedException e) {
        return; // nobody of ours does; who does wants it to end
      } catch (KafkaException e) {
        LOG.warn("Waiting for Kafka to read the journal: {}", e.getMessage());
        LockSupport.parkNanos(RETRY.toNanos());
      } catch (RuntimeException | Error e) {
        LOG.error("Reading the journal broke, again", e);
        LockSupport.parkNanos(RETRY.toNanos());
      }
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
