package dev.playloop.kit.topic;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Letters;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Polls with somebody's consumer, and gets past what can't be fetched: a few kilobytes that unpack
/// to more than the memory holds, or a batch that is corrupt. Such a record makes `poll` itself
/// throw, which does not say where, and loses what the same poll had taken from other partitions.
///
/// So where a poll throws, every partition is set back to where it was, and read up to its present
/// end by a second consumer, one record at a time, while the first one keeps its place in the
/// group. The position at which that one throws is blamed for it; one that was struck often enough
/// is handed out as a [Hole] in its place. What lies behind it in the same compressed batch can't
/// be had either, and is skipped in the same way, one by one.
///
/// Used by the thread that owns the consumer. A partition that somebody has paused is left alone.
public final class CarefulPoll implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CarefulPoll.class);

  /// What makes a consumer one that reads for another: the next record is not unpacked before it is
  /// asked for, and no batch is fetched beside the one that it lies in.
  public static final Map<String, String> ONE_BY_ONE =
      Map.of(
          ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
          "1",
          ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
          "1",
          ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
          "1");

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /// Of the first consumer's poll, while there is something for the second one to read.
  private static final Duration GLANCE = Duration.ofMillis(10);

  private final Consumer<byte[], byte[]> consumer;
  private final Polling polling;
  private final CarefulTurns turns;
  private final Blame blame;

  /// How long to wait for a position before a poll.
  private final Duration placing;

  private boolean advanced;

  private CarefulPoll(
      Consumer<byte[], byte[]> consumer,
      Polling polling,
      Fetch fetch,
      Blame blame,
      Duration placing) {
    this.consumer = consumer;
    this.polling = polling;
    this.turns = new CarefulTurns(consumer, fetch, blame);
    this.blame = blame;
    this.placing = placing;
  }

  /// For a member of a group, whose positions may not be known yet.
  public CarefulPoll(
      Consumer<byte[], byte[]> consumer,
      Polling polling,
      Supplier<Consumer<byte[], byte[]>> oneByOne,
      Blame blame) {
    this(consumer, polling, new Fetch(oneByOne), blame, Duration.ZERO);
  }

  /// For a thread that follows topics in no group, with this consumer.
  static CarefulPoll following(
      KafkaSettings kafka,
      Collection<? extends Topic<?, ?>> topics,
      Consumer<byte[], byte[]> consumer) {
    return following(consumer, () -> Clients.reader(kafka, topics, ONE_BY_ONE));
  }

  static CarefulPoll following(
      Consumer<byte[], byte[]> consumer, Supplier<Consumer<byte[], byte[]>> oneByOne) {
    return new CarefulPoll(
        consumer,
        withholding(consumer),
        new Fetch(oneByOne),
        new FollowersBlame(),
        PATIENCE); // without a group nobody else knows where it was
  }

  /// For a member of a group whose listener pauses nothing but what the group has just given it.
  public CarefulPoll(
      Consumer<byte[], byte[]> consumer, Supplier<Consumer<byte[], byte[]>> oneByOne, Blame blame) {
    this(consumer, withholding(consumer), oneByOne, blame);
  }

  /// The consumer's own poll, by which nothing comes of the partitions that are withheld.
  public interface Polling {
    ConsumerRecords<byte[], byte[]> poll(Duration timeout, Set<TopicPartition> withheld);
  }

  /// What a poll returns, and holes where it can't be had. Throws what is nobody's record's.
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    Set<TopicPartition> readable = readable();
    turns.suspected(readable);
    Set<TopicPartition> withheld = new HashSet<>(readable);
    withheld.retainAll(turns.partitions());
    if (withheld.isEmpty()) {
      return polled(timeout, readable, withheld);
    }
    Duration glance = advanced ? Duration.ZERO : GLANCE.compareTo(timeout) < 0 ? GLANCE : timeout;
    ConsumerRecords<byte[], byte[]> others = polled(glance, readable, withheld);
    withheld.retainAll(readable()); // as the group may have changed
    Parts parts = new Parts(others);
    try {
      advanced = turns.looked(withheld, parts);
    } catch (RuntimeException | Error e) {
      if (others.isEmpty()) {
        throw e;
      }
      // What was polled is handed out, else it would be lost; this comes again.
      LOG.warn("reading one record at a time broke: {}", Letters.text(e));
    }
    return parts.all();
  }

  private Set<TopicPartition> readable() {
    Set<TopicPartition> readable = new HashSet<>(consumer.assignment());
    readable.removeAll(consumer.paused());
    return readable;
  }

  private ConsumerRecords<byte[], byte[]> polled(
      Duration timeout, Set<TopicPartition> readable, Set<TopicPartition> withheld) {
    Map<TopicPartition, Long> before = new HashMap<>();
    for (TopicPartition partition : readable) {
      if (!withheld.contains(partition)) {
        before.put(partition, positionOf(partition));
      }
    }
    try {
      ConsumerRecords<byte[], byte[]> records = polling.poll(timeout, withheld);
      for (TopicPartition partition : records.partitions()) {
        blame.handedOut(partition, records.records(partition).getLast().offset() + 1);
      }
      return records;
    } catch (RuntimeException | Error e) {
      if (!Fetch.isOfARecord(e)) {
        throw e;
      }
      LOG.warn("a poll threw {}; records are read one at a time now", Letters.text(e));
      return instead(before, e);
    }
  }

  /// Before a poll. -1 where the group has not told yet; who is in none has to wait for it.
  private long positionOf(TopicPartition partition) {
    try {
      return consumer.position(partition, placing);
    } catch (TimeoutException e) {
      if (!placing.isZero()) {
        throw e;
      }
      return -1;
    }
  }

  /// Sets back what the poll may have taken, and reads it one record at a time. Throws `thrown`
  /// where there is nothing to read.
  private ConsumerRecords<byte[], byte[]> instead(
      Map<TopicPartition, Long> before, Throwable thrown) {
    before.keySet().retainAll(consumer.assignment());
    Parts parts = new Parts(ConsumerRecords.empty());
    boolean behind = false;
    for (Map.Entry<TopicPartition, Long> entry : before.entrySet()) {
      setBack(entry.getKey(), entry.getValue(), thrown);
    }
    try {
      for (TopicPartition partition : before.keySet()) {
        behind |= turns.begin(partition);
      }
      if (behind) {
        advanced = turns.looked(before.keySet(), parts);
      }
    } catch (RetriableException e) {
      LOG.warn("can't look for the record now: {}", e.getMessage());
      behind = true;
    }
    if (!behind) {
      throw unchecked(thrown);
    }
    return parts.all();
  }

  /// Throws `thrown` where it is unknown to what: whoever polls has to begin at its commits then.
  private void setBack(TopicPartition partition, long position, Throwable thrown) {
    if (position >= 0) {
      consumer.seek(partition, position);
      return;
    }
    try {
      OffsetAndMetadata committed = consumer.committed(Set.of(partition), PATIENCE).get(partition);
      if (committed == null) {
        consumer.seekToBeginning(Set.of(partition));
      } else {
        consumer.seek(partition, committed);
      }
    } catch (RetriableException e) {
      thrown.addSuppressed(e);
      throw unchecked(thrown);
    }
  }

  private static RuntimeException unchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return (RuntimeException) thrown;
  }

  @Override
  public void close() {
    turns.close();
  }

  private static Polling withholding(Consumer<byte[], byte[]> consumer) {
    return (timeout, withheld) -> {
      consumer.pause(withheld);
      try {
        return consumer.poll(timeout);
      } finally {
        Set<TopicPartition> again = new HashSet<>(withheld);
        again.retainAll(consumer.assignment());
        consumer.resume(again);
      }
    };
  }
}
