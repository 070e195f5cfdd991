package dev.playloop.projector.steady;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Hole;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BackpressureTest {
  private static final TopicPartition FAT = new TopicPartition("triggers", 2);
  private static final TopicPartition OTHER = new TopicPartition("triggers", 3);
  private static final int LARGE = 1_000_000;

  private long now;
  private final Backpressure backpressure = new Backpressure(() -> now);

  @Test
  void aPartitionOfWhichEnoughWaitsIsFullUntilItWasHandled() {
    read(FAT, 0, 4, LARGE);
    read(OTHER, 0, 1, LARGE);
    assertThat(backpressure.full()).isEmpty();

    read(FAT, 4, 5, LARGE);
    assertThat(backpressure.full()).containsExactly(FAT);

    backpressure.handled("triggers", 3, 7);
    assertThat(backpressure.full()).as("another's").containsExactly(FAT);
    backpressure.handled("triggers", 2, 0);
    assertThat(backpressure.full()).isEmpty();
  }

  @Test
  void oneThatIsPassedTakesAllBeforeItAlong() {
    read(FAT, 0, 100, LARGE);

    backpressure.handled("triggers", 2, 96);

    assertThat(backpressure.full()).isEmpty();
    read(FAT, 100, 102, LARGE);
    assertThat(backpressure.full()).containsExactly(FAT);
  }

  @Test
  void oneThatIsLargerThanAllThatMayWaitIsReadByItself() {
    read(FAT, 0, 1, (int) Backpressure.MOST_BYTES);
    assertThat(backpressure.full()).containsExactly(FAT);

    backpressure.handled("triggers", 2, 0);

    assertThat(backpressure.full()).isEmpty();
  }

  @Test
  void whatIsSmallIsNotCounted() {
    read(FAT, 0, 1_000, Backpressure.LARGE_BYTES - 1);
    backpressure.handedOut(new Hole(FAT, 1_000, new OutOfMemoryError()));

    assertThat(backpressure.full()).isEmpty();
  }

  /// Such as a task that begins anew at its commit: its records come once more.
  @Test
  void whatATaskHasDroppedIsNotWaitedForForEver() {
    read(FAT, 0, 10, LARGE);
    now += Backpressure.STILL.toNanos();
    assertThat(backpressure.full()).containsExactly(FAT);
    backpressure.handled("triggers", 2, 0);
    now += Backpressure.STILL.toNanos();
    assertThat(backpressure.full()).as("it goes on").containsExactly(FAT);

    now++;

    assertThat(backpressure.full()).isEmpty();
    read(FAT, 1, 6, LARGE);
    assertThat(backpressure.full()).containsExactly(FAT);
  }

  @Test
  void whatAnotherWillReadIsForgotten() {
    read(FAT, 0, 100, LARGE);
    read(OTHER, 0, 100, LARGE);

    backpressure.forget(Set.of(FAT));

    assertThat(backpressure.full()).containsExactly(OTHER);
    backpressure.forget(Set.of(OTHER));
    assertThat(backpressure.full()).isEmpty();
  }

  private void read(TopicPartition partition, long from, long to, int bytes) {
    for (long offset = from; offset < to; offset++) {
      backpressure.handedOut(
          new ConsumerRecord<>(
              partition.topic(), partition.partition(), offset, null, new byte[bytes]));
    }
  }
}
