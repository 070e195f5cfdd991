package dev.playloop.kit.topic;

import dev.playloop.kit.Hole;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Reads topics as a [TopicReading] says: to an end, or on and on. Belongs to no group and leaves
/// no trace on the cluster: whoever uses it keeps the positions. Holds what one poll brings, 500
/// records at most. Used by one thread, [#wakeup()] aside; throws Kafka's exceptions where the
/// cluster is away.
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  /// Who waits for a certain record waits so long for the next one.
  private static final Duration SILENCE = Duration.ofSeconds(30);

  private final Consumer<byte[], byte[]> consumer;
  private final @Nullable CarefulPoll careful;
  private final Supplier<List<TopicPartition>> assigned;
  private final Duration ask;
  private final @Nullable Supplier<Consumer<byte[], byte[]>> asker;
  private @Nullable Consumer<byte[], byte[]> aside;
  private boolean polled;
  private List<TopicPartition> partitions = List.of();
  private long lost;

  /// Who takes records, one at a time.
  @FunctionalInterface
  public interface Each<X extends Exception> {
    void take(ConsumerRecord<byte[], byte[]> record) throws X;
  }

  /// `asker` makes the one that asks for ends; null: as `consumer` reads, behind its fetches.
  TopicReader(
      Consumer<byte[], byte[]> consumer,
      @Nullable CarefulPoll careful,
      Supplier<List<TopicPartition>> assigned,
      Duration ask,
      @Nullable Supplier<Consumer<byte[], byte[]>> asker) {
    this.asker = asker;
    this.consumer = consumer;
    this.careful = careful;
    this.assigned = assigned;
    this.ask = ask;
  }

  /// Strictly, from the beginning, with a consumer that is somebody's own: a test's.
  public static TopicReader over(
      Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    return new TopicReader(consumer, null, () -> partitions, SILENCE, null);
  }

  /// The partitions it reads, in the order of its topics and of their numbers.
  public List<TopicPartition> partitions() {
    if (partitions.isEmpty()) {
      List<TopicPartition> all = List.copyOf(assigned.get());
      consumer.assign(all);
      consumer.seekToBeginning(all);
      partitions = all;
    }
    return partitions;
  }

  /// The next records, those of a partition in their order; none where there are none in time.
  public List<ConsumerRecord<byte[], byte[]>> poll(Duration timeout) {
    partitions();
    polled = true;
    ConsumerRecords<byte[], byte[]> polled =
        careful == null ? consumer.poll(timeout) : careful.poll(timeout);
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(polled.count());
    for (ConsumerRecord<byte[], byte[]> record : polled) {
      if (record instanceof Hole) {
        lost++; // told where it was found
      } else {
        records.add(record);
      }
    }
    return records;
  }

  /// Hands over all that is there now, from where it stands.
  public <X extends Exception> void readToEnd(Each<X> each) throws X {
    readTo(ends(), each);
  }

  /// All that is there now, from where it stands: for topics that fit the memory.
  public List<ConsumerRecord<byte[], byte[]>> toEnd() {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    readToEnd(all::add);
    return all;
  }

  /// Hands over what lies before these offsets, from where it stands, and not a record further;
  /// partitions that are not named rest. Throws Kafka's TimeoutException where nothing more comes
  /// for 30 seconds.
  public <X extends Exception> void readTo(Map<TopicPartition, Long> ends, Each<X> each) throws X {
    long reached = -1;
    long heard = System.nanoTime();
    try {
      for (Set<TopicPartition> open = open(ends); !open.isEmpty(); open = open(ends)) {
        long stands = open.size() + ends.keySet().stream().mapToLong(this::position).sum();
        if (stands != reached) {
          reached = stands;
          heard = System.nanoTime();
        } else if (System.nanoTime() - heard > SILENCE.toNanos()) {
          throw new TimeoutException("nothing more came of " + open + " for " + SILENCE);
        }
        consumer.pause(partitions);
        consumer.resume(open);
        for (ConsumerRecord<byte[], byte[]> record : poll(POLL)) {
          if (record.offset() < end(ends, record)) {
            each.take(record);
          }
        }
        open.stream()
            .filter(one -> position(one) > ends.getOrDefault(one, 0L))
            .forEach(one -> consumer.seek(one, ends.getOrDefault(one, 0L)));
      }
    } finally {
      consumer.resume(consumer.paused());
    }
  }

  private static long end(Map<TopicPartition, Long> ends, ConsumerRecord<byte[], byte[]> record) {
    return ends.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L);
  }

  private Set<TopicPartition> open(Map<TopicPartition, Long> ends) {
    return partitions().stream()
        .filter(one -> ends.containsKey(one) && position(one) < ends.getOrDefault(one, 0L))
        .collect(Collectors.toSet());
  }

  private long position(TopicPartition partition) {
    return consumer.position(partition, ask);
  }

  /// What to read next; a reader that is opened there goes on without a gap.
  public Map<TopicPartition, Long> positions() {
    Map<TopicPartition, Long> positions = new HashMap<>();
    partitions().forEach(one -> positions.put(one, position(one)));
    return positions;
  }

  /// Where the partitions begin now.
  public Map<TopicPartition, Long> begins() {
    return consumer.beginningOffsets(partitions(), ask);
  }

  /// Below what everything is decided, and can be read.
  public Map<TopicPartition, Long> ends() {
    return asker().endOffsets(partitions(), ask);
  }

  /// A broker answers one request of a connection after the other, and holds a fetch until there is
  /// something to fetch.
  private Consumer<byte[], byte[]> asker() {
    if (asker == null || !polled) {
      return consumer;
    }
    if (aside == null) {
      aside = asker.get();
    }
    return aside;
  }

  /// The first offset that is no older than `since`, or the end where there is none.
  public Map<TopicPartition, Long> firstSince(Instant since) {
    Map<TopicPartition, Long> asked = new HashMap<>();
    partitions().forEach(one -> asked.put(one, since.toEpochMilli()));
    Map<TopicPartition, Long> first = new HashMap<>(ends());
    Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(asked, ask);
    found.forEach((partition, at) -> {
      if (at != null) {
        first.put(partition, at.offset());
      }
    });
    return first;
  }

  /// How many records could not be fetched and were passed over.
  public long lost() {
    return lost;
  }

  /// Goes on from these offsets; partitions that are not named stay where they are.
  public void goTo(Map<TopicPartition, Long> places) {
    partitions();
    places.forEach(consumer::seek);
  }

  /// Reads from the beginning again.
  public void rewind() {
    consumer.seekToBeginning(partitions());
  }

  /// Positions are asked for at once: what is written from now on is seen.
  void skipToEnd() {
    consumer.seekToEnd(partitions());
    positions();
  }

  void place(Map<TopicPartition, Long> positions, Instant since) {
    firstSince(since)
        .forEach((partition, first) ->
            consumer.seek(partition, positions.getOrDefault(partition, first)));
  }

  /// Makes the poll under way, or the next one, throw a WakeupException. Any thread may call it.
  public void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    if (careful != null) {
      careful.close();
    }
    if (aside != null) {
      aside.close();
    }
    // It is in no group, so that nobody waits for its word; the broker would first answer the fetch
    // that is under way, half a second later.
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
