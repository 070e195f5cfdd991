package dev.playloop.kit.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/// Reading more letters than memory holds: as many as outsiders like, each as large as they like.
final class DeadLettersTest {
  private static final Topic<byte[], byte[]> TOPIC = new Topics("t.", 2).deadLetters();
  private static final Duration SILENCE = Duration.ofMillis(100);
  private static final int LETTERS = 300;

  /// So many may lie between the reader and us.
  private static final int IN_HAND = 20;

  @Test
  void ofManyLettersOnlyWhatIsAskedForIsHeld() {
    Source source = new Source(LETTERS);
    try (DeadLetters letters = over(source)) {
      List<DeadLetter.Id> found =
          letters.list(Integer.MAX_VALUE, letter -> letter.id().offset() > 9, DeadLetter::id);

      assertThat(found).hasSize(2 * (LETTERS - 10)).startsWith(id(0, LETTERS - 1), id(1, 299));
      assertThat(source.mostHeld).isPositive().isLessThan(IN_HAND);
    }
  }

  @Test
  void aFilterChoosesTheNewestOfAllPartitions() {
    Source source = new Source(LETTERS);
    try (DeadLetters letters = over(source)) {
      assertThat(letters.list(3, letter -> letter.id().offset() % 100 == 0, DeadLetter::id))
          .containsExactly(id(0, 200), id(1, 200), id(0, 100));
      assertThat(letters.list(3, _ -> true, DeadLetter::id))
          .containsExactly(id(0, 299), id(1, 299), id(0, 298));
      assertThat(letters.list(3, _ -> false, DeadLetter::id)).isEmpty();
    }
  }

  @Test
  void theNewestAreFoundWithoutReadingTheRest() {
    Source source = new Source(LETTERS);
    try (DeadLetters letters = over(source)) {
      assertThat(letters.list(5, _ -> true, Function.identity())).hasSize(5);
      assertThat(letters.find(id(1, 7)).orElseThrow().value()).hasSize(Source.BYTES);
    }
    assertThat(source.handedOver).isLessThan(50);
  }

  @Test
  void whatNamesNoLetterFindsNone() {
    try (DeadLetters letters = over(new Source(LETTERS))) {
      assertThat(letters.find(id(2, 0))).isEmpty();
      assertThat(letters.find(id(-1, 0))).isEmpty();
      assertThat(letters.find(id(0, LETTERS))).isEmpty();
      assertThat(letters.find(id(0, -1))).isEmpty();
    }
  }

  @Test
  void readingMayTakeAnyTimeAsLongAsItGoesOn() {
    Source source = new Source(20);
    source.pause = SILENCE.dividedBy(4);
    try (DeadLetters letters = over(source)) {
      assertThat(letters.list(Integer.MAX_VALUE, _ -> true, DeadLetter::id)).hasSize(40);
    }
  }

  @Test
  void aTopicThatFallsSilentIsTold() {
    Source source = new Source(20);
    source.silentFrom = 15;
    try (DeadLetters letters = over(source)) {
      assertThatThrownBy(() -> letters.list(Integer.MAX_VALUE, _ -> true, DeadLetter::id))
          .isInstanceOf(org.apache.kafka.common.errors.TimeoutException.class)
          .hasMessageContaining("nothing more came of t.dead-letters-0");
    }
  }

  private static DeadLetters over(Source source) {
    return new DeadLetters(TOPIC, source, new MockProducer<>(), SILENCE);
  }

  private static DeadLetter.Id id(int partition, long offset) {
    return new DeadLetter.Id(partition, offset);
  }

  /// Makes each letter when it is polled, one at a time, and counts those that somebody holds.
  private static final class Source extends MockConsumer<byte[], byte[]> {
    static final int BYTES = 10_000;

    private final List<WeakReference<byte[]>> made = new ArrayList<>();
    private final long end;
    private Duration pause = Duration.ZERO;
    private long silentFrom = Long.MAX_VALUE;
    private int handedOver;
    private long mostHeld;

    Source(long end) {
      super("earliest");
      this.end = end;
      for (int number = 0; number < TOPIC.partitions(); number++) {
        TopicPartition partition = new TopicPartition(TOPIC.name(), number);
        updateBeginningOffsets(Map.of(partition, 0L));
        updateEndOffsets(Map.of(partition, end));
      }
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      TopicPartition partition = assignment().iterator().next();
      long offset = position(partition);
      if (offset >= Math.min(end, silentFrom)) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        return ConsumerRecords.empty();
      }
      LockSupport.parkNanos(pause.toNanos());
      byte[] value = new byte[BYTES];
      made.add(new WeakReference<>(value));
      addRecord(record(partition, offset, value));
      if (++handedOver % 100 == 0) {
        System.gc();
        mostHeld = Math.max(mostHeld, made.stream().filter(one -> one.get() != null).count());
      }
      return super.poll(timeout);
    }

    private static ConsumerRecord<byte[], byte[]> record(
        TopicPartition partition, long offset, byte[] value) {
      return new ConsumerRecord<>(
          partition.topic(),
          partition.partition(),
          offset,
          1_000 + offset,
          TimestampType.LOG_APPEND_TIME,
          0,
          value.length,
          new byte[0],
          value,
          new RecordHeaders(),
          Optional.empty());
    }
  }
}
