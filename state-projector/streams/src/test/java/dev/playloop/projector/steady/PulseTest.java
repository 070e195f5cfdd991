package dev.playloop.projector.steady;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.Suspects;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/// What an application says of itself to whoever asks whether it is ready.
class PulseTest {
  private static final TopicPartition TRIGGERS = new TopicPartition("t.triggers", 3);

  private final AtomicLong nanos = new AtomicLong(Duration.ofHours(1).toNanos());
  private final Suspects suspects = Suspects.unkept();
  private final Pulse pulse = Pulse.of("loop", suspects, Telemetry.off(), nanos::get);

  @Test
  void aThreadThatDiedIsAReasonUntilNoneHasDiedForAWhile() {
    assertThat(pulse.problem()).isNull();
    pulse.died(new IllegalStateException("x", new OutOfMemoryError("Java heap space")));

    assertThat(pulse.problem()).contains("loop", "OutOfMemoryError: Java heap space");
    pass(Pulse.MENDED);
    assertThat(pulse.problem()).isNull();
  }

  @Test
  void aPartitionThatDoesNotAdvanceIsAReasonUntilItDoes() {
    pulse.stands(TRIGGERS, 7, true);
    pass(Pulse.STILL);
    pulse.stands(TRIGGERS, 7, true);
    assertThat(pulse.problem()).isNull();
    pass(Duration.ofMillis(1));
    pulse.stands(TRIGGERS, 7, true);

    assertThat(pulse.problem()).contains("t.triggers-3").contains("7");
    pulse.stands(TRIGGERS, 8, true);
    assertThat(pulse.problem()).isNull();
  }

  @Test
  void aPartitionWithNothingToReadMayStandStill() {
    pulse.stands(TRIGGERS, 7, false);
    pass(Duration.ofMinutes(1));
    pulse.stands(TRIGGERS, 7, false);
    assertThat(pulse.problem()).isNull();
    pulse.stands(TRIGGERS, 7, true);
    assertThat(pulse.problem()).isNull();
  }

  @Test
  void aPartitionThatMovedToAnotherProcessIsNoReason() {
    pulse.stands(TRIGGERS, 7, true);
    pass(Duration.ofMinutes(1));

    assertThat(pulse.problem()).isNull();
  }

  @Test
  void aThreadThatIsAtItsRecordsForTooLongIsAReason() {
    pulse.polled();
    pass(Pulse.BUSY.plusMillis(1));
    assertThat(pulse.problem()).contains(Thread.currentThread().getName());
    pulse.polled();
    assertThat(pulse.problem()).isNull();
    pass(Pulse.BUSY.plusMillis(1));
    pulse.left();
    assertThat(pulse.problem()).isNull();
  }

  @Test
  void aRecordUnderSuspicionIsAReasonUntilItIsBehind() {
    pulse.struck(new Suspects.Position("t.triggers", 3, 9), new StackOverflowError());

    assertThat(pulse.problem()).contains("t.triggers-3@9");
    suspects.passed("t.triggers", 3, 9);
    assertThat(pulse.problem()).isNull();
  }

  @Test
  void theErrorOfARecordIsKnownInWhateverItIsWrapped() {
    StackOverflowError error = new StackOverflowError();
    pulse.struck(new Suspects.Position("t.triggers", 3, 9), error);

    assertThat(pulse.isPlaced(new IllegalStateException("a", new IllegalStateException(error))))
        .isTrue();
    assertThat(pulse.isPlaced(new StackOverflowError())).isFalse();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
