package dev.playloop.kit.topic;

import dev.playloop.kit.Hole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The partitions of a [CarefulPoll] that are read one record at a time, in turns, and where to.
/// What can't be fetched is blamed, and skipped once it was blamed often enough. Used by the thread
/// that polls.
final class CarefulTurns implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CarefulTurns.class);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Consumer<byte[], byte[]> consumer;
  private final Fetch fetch;
  private final Blame blame;

  /// Up to where each partition is read one record at a time, in the order of their turns.
  private final Map<TopicPartition, Long> careful = new LinkedHashMap<>();

  /// Behind the last hole of each of them.
  private final Map<TopicPartition, Long> holes = new HashMap<>();

  CarefulTurns(Consumer<byte[], byte[]> consumer, Fetch fetch, Blame blame) {
    this.consumer = consumer;
    this.fetch = fetch;
    this.blame = blame;
  }

  /// Begins with those that were under suspicion before, and forgets those that are gone.
  void suspected(Set<TopicPartition> readable) {
    if (!careful.isEmpty()) {
      careful.keySet().retainAll(consumer.assignment());
      holes.keySet().retainAll(careful.keySet());
      if (careful.isEmpty()) {
        fetch.close();
      }
    }
    for (TopicPartition partition : readable) {
      long suspect = blame.suspect(partition);
      if (suspect >= 0) {
        careful.merge(partition, suspect + 1, Math::max);
      }
    }
  }

  Set<TopicPartition> partitions() {
    return careful.keySet();
  }

  /// Whether anything lies between where the partition stands and its present end, up to which it
  /// is read carefully from now on.
  boolean begin(TopicPartition partition) {
    long end = fetch.end(partition);
    boolean behind = consumer.position(partition, PATIENCE) < end;
    if (behind) {
      careful.merge(partition, end, Math::max);
    }
    return behind;
  }

  /// Reads on in the first of these partitions in which something is to be had. Whether it was.
  boolean looked(Set<TopicPartition> partitions, Parts parts) {
    for (Map.Entry<TopicPartition, Long> entry : List.copyOf(careful.entrySet())) {
      TopicPartition partition = entry.getKey();
      if (partitions.contains(partition)) {
        try {
          if (looked(partition, entry.getValue(), parts)) {
            return true;
          }
        } catch (RetriableException e) {
          LOG.warn("{}: can't look now: {}", partition, e.getMessage());
        }
      }
    }
    return false;
  }

  private boolean looked(TopicPartition partition, long until, Parts parts) {
    long from = consumer.position(partition, PATIENCE);
    long end = Math.min(until, fetch.end(partition)); // the topic may be another one by now
    Fetch.Found found = fetch.from(partition, from, end, blame.atOnce());
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(found.records());
    long next = found.next();
    Throwable fault = found.fault();
    if (fault != null && isSkipped(partition, next, fault)) {
      records.add(new Hole(partition, next, fault));
      next++;
      holes.put(partition, next);
    }
    consumer.seek(partition, next);
    parts.add(partition, records, next);
    blame.handedOut(partition, next);
    careful.remove(partition);
    if (next < end) {
      careful.put(partition, end); // its next turn comes after all others
    } else {
      holes.remove(partition);
      if (careful.isEmpty()) {
        fetch.close();
      }
    }
    return next > from || fault != null;
  }

  /// Whether the record has thrown often enough. What follows a hole lies in the same batch most
  /// likely, and is not tried as often again: there may be many.
  private boolean isSkipped(TopicPartition partition, long offset, Throwable fault) {
    boolean follows = holes.getOrDefault(partition, -1L) == offset;
    boolean guilty = blame.isGuilty(partition, offset);
    if (!guilty) {
      do {
        blame.struck(partition, offset, fault);
        guilty = blame.isGuilty(partition, offset);
      } while (follows && !guilty);
    }
    return guilty;
  }

  @Override
  public void close() {
    fetch.close();
  }
}
