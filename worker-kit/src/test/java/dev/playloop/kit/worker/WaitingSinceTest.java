package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Since when records wait that were fetched, without a broker.
final class WaitingSinceTest {
  @ParameterizedTest
  @CsvSource({
    "1000, 1000, 0",
    "1000, 3500, 2.5",
    "3500, 1000, 0", // its sender's clock is ahead
    "9223372036854775807, 3500, 0", // none waits
  })
  void anAgeIsInSecondsAndNeverNegative(long since, long now, double seconds) {
    assertThat(WaitingSince.seconds(since, now)).isEqualTo(seconds);
  }

  @Test
  void ofTwoPartitionsTheOldestCounts() {
    assertThat(
            new WaitingSince(7, WaitingSince.NONE)
                .and(new WaitingSince(WaitingSince.NONE, 5))
                .and(new WaitingSince(3, 9)))
        .isEqualTo(new WaitingSince(3, 5));
  }

  @Test
  void theHeadOfABacklogIsTheOldest() {
    Backlog backlog = new Backlog();
    assertThat(backlog.since()).isEqualTo(WaitingSince.NONE);

    backlog.add(List.of(sent(10), sent(20)));
    assertThat(backlog.since()).isEqualTo(10);
    backlog.removeFirst();
    assertThat(backlog.since()).isEqualTo(20);
    backlog.clear();
    assertThat(backlog.since()).isEqualTo(WaitingSince.NONE);
  }

  @ParameterizedTest
  @CsvSource({"-1", "0"})
  void aRecordThatDoesNotSayWhenIsNoOldOne(long timestamp) {
    assertThat(Received.sentAt(sent(timestamp))).isEqualTo(WaitingSince.NONE);
  }

  @Test
  void inALaneTheOneThatRunsWaitsNoMore() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Lanes<Long> lanes =
        new Lanes<>(
            "t",
            8,
            record -> {
              begun.countDown();
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });

    lanes.offer("a", 10L);
    lanes.offer("a", 30L);
    lanes.offer("b", 20L);
    begun.await();
    assertThat(lanes.since(sent -> sent)).isEqualTo(30);
    end.countDown();
    lanes.awaitIdle(System.nanoTime() + Lab.PATIENCE.toNanos());
    assertThat(lanes.since(sent -> sent)).isEqualTo(WaitingSince.NONE);
  }

  private static ConsumerRecord<byte[], byte[]> sent(long timestamp) {
    return new ConsumerRecord<>(
        "in",
        0,
        0,
        timestamp,
        TimestampType.CREATE_TIME,
        0,
        0,
        new byte[0],
        new byte[0],
        new RecordHeaders(),
        Optional.empty());
  }
}
