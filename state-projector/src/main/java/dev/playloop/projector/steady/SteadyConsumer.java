package dev.playloop.projector.steady;

import dev.playloop.kit.Suspects;
import dev.playloop.kit.Suspects.Position;
import dev.playloop.projector.edge.DeadLetter;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A consumer that gets past records which can't be read at all: a few kilobytes that decompress to
/// more than the memory holds. Such a record makes `poll` itself throw an `Error`, which does not
/// say where. From then on, until nothing is under suspicion, records are read one at a time by a
/// second consumer, and an `Error` tells its record. A record that has struck often enough is
/// handed out empty, in its place: the processor, which knows it as guilty, makes it a dead letter,
/// and its offset is committed like any other. Owned by one stream thread.
final class SteadyConsumer extends KafkaConsumer<byte[], byte[]> {
  /// Stand for an `Error` that did not say where: somewhere in what was to be read.
  private static final Position SOMEWHERE = new Position("*", 0, 0);

  private static final Position IN_THE_TABLE = new Position("*", 1, 0);

  private static final Logger LOG = LoggerFactory.getLogger(SteadyConsumer.class);
  private static final Duration LOOK = Duration.ofMillis(10);
  private static final long LOOK_AT_PLACES_NANOS = Duration.ofMillis(250).toNanos();

  private final Map<String, Object> config;
  private final Pulse pulse;
  private final Suspects suspects;

  /// Whether an `Error` is thrown on, so that the thread is started anew.
  private final boolean replaced;

  private final Position somewhere;

  private @Nullable OneByOne reader;

  /// Where the partitions ended when the reading one by one began.
  private final Map<TopicPartition, Long> target = new HashMap<>();

  private boolean found;
  private long lookedAt;

  SteadyConsumer(Map<String, Object> config, Pulse pulse, boolean replaced) {
    super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.config = Map.copyOf(withoutNulls(config));
    this.pulse = pulse;
    this.suspects = pulse.suspects();
    this.replaced = replaced;
    this.somewhere = replaced ? SOMEWHERE : IN_THE_TABLE;
  }

  /// Whether the position says nothing but that there is one.
  static boolean isSomewhere(Position at) {
    return at.topic().equals(SOMEWHERE.topic());
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    pulse.polled();
    look();
    if (!suspects.isQuiet()) {
      return carefully(timeout);
    }
    closeReader();
    target.clear();
    return guarded(timeout);
  }

  private ConsumerRecords<byte[], byte[]> guarded(Duration timeout) {
    try {
      return super.poll(timeout);
    } catch (Error e) {
      pulse.struck(somewhere, e);
      LOG.error("an Error in a poll; records are read one at a time now", e);
      if (replaced) {
        throw e;
      }
      return ConsumerRecords.empty();
    }
  }

  private ConsumerRecords<byte[], byte[]> carefully(Duration timeout) {
    Set<TopicPartition> ours = new HashSet<>(assignment());
    ours.removeAll(paused());
    int generation = generation();
    pause(ours);
    // For the group alone: all is paused, and Streams pauses what comes to us meanwhile.
    ConsumerRecords<byte[], byte[]> none =
        super.poll(found ? Duration.ZERO : timeout.compareTo(LOOK) < 0 ? timeout : LOOK);
    if (generation != generation()) {
      return none; // what Streams has paused in a rebalance it resumes itself
    }
    resume(ours);
    ConsumerRecords<byte[], byte[]> one = next(ours);
    found = !one.isEmpty();
    return one;
  }

  /// Everything that lay there when the reading one by one began has been read.
  private void closed(Position position) {
    suspects.passed(position.topic(), position.partition(), position.offset());
  }

  /// Rises with each rebalance; the global table's consumer is in no group.
  private int generation() {
    return replaced ? groupMetadata().generationId() : 0;
  }

  private ConsumerRecords<byte[], byte[]> next(Set<TopicPartition> ours) {
    OneByOne own = reader == null ? new OneByOne(config) : reader;
    reader = own;
    Map<TopicPartition, Long> ends = own.ends(ours);
    ends.forEach(target::putIfAbsent);
    boolean behind = false;
    for (TopicPartition partition : own.inTurn(ours)) {
      long position = own.positionOf(this, partition);
      if (position < 0) {
        continue; // not known yet
      }
      Position at = new Position(partition.topic(), partition.partition(), position);
      if (suspects.isGuilty(at)) {
        return skip(partition, position);
      }
      if (position < ends.getOrDefault(partition, 0L)) {
        behind |= position < target.getOrDefault(partition, 0L);
        try {
          ConsumerRecord<byte[], byte[]> record = own.read(partition, position);
          long reached = record == null ? own.reached(partition) : record.offset() + 1;
          seek(partition, reached);
          if (record != null) {
            return only(partition, record);
          }
        } catch (Error e) {
          int times = pulse.struck(at, e);
          LOG.error("an Error at {}, {} so far; tried {} times", at, times, Suspects.STRIKES, e);
          closeReader();
          return ConsumerRecords.empty();
        }
      }
    }
    if (!behind && !ends.isEmpty() && ours.equals(assignment())) {
      closed(somewhere);
    }
    return ConsumerRecords.empty();
  }

  /// The guilty record itself, empty, since its bytes can't be had.
  private ConsumerRecords<byte[], byte[]> skip(TopicPartition partition, long offset) {
    LOG.error("{} offset {} can't be read and is skipped as a dead letter", partition, offset);
    pulse.skipped();
    seek(partition, offset + 1);
    RecordHeaders headers = new RecordHeaders();
    headers.add(DeadLetter.CUT, "unread".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return only(
        partition,
        new ConsumerRecord<>(
            partition.topic(),
            partition.partition(),
            offset,
            System.currentTimeMillis(),
            TimestampType.LOG_APPEND_TIME,
            ConsumerRecord.NULL_SIZE,
            ConsumerRecord.NULL_SIZE,
            null,
            null,
            headers,
            java.util.Optional.empty()));
  }

  private static ConsumerRecords<byte[], byte[]> only(
      TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
    return new ConsumerRecords<>(
        Map.of(partition, List.of(record)),
        Map.of(partition, new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), "")));
  }

  /// Tells where the partitions stand, a few times a second.
  private void look() {
    long now = System.nanoTime();
    if (now - lookedAt < LOOK_AT_PLACES_NANOS) {
      return;
    }
    lookedAt = now;
    Set<TopicPartition> ours = assignment();
    for (TopicPartition partition : ours) {
      OptionalLong lag = currentLag(partition);
      if (lag.isPresent()) {
        pulse.stands(partition, position(partition), lag.getAsLong() > 0);
      }
    }
  }

  private void closeReader() {
    OneByOne old = reader;
    reader = null;
    found = false;
    if (old != null) {
      old.close();
    }
  }

  @Override
  public void close() {
    end();
    super.close();
  }

  @Override
  public void close(CloseOptions option) {
    end();
    super.close(option);
  }

  private void end() {
    closeReader();
    pulse.left();
  }

  private static Map<String, Object> withoutNulls(Map<String, Object> config) {
    Map<String, Object> kept = new HashMap<>(config);
    kept.values().removeIf(java.util.Objects::isNull);
    return kept;
  }
}
