package dev.playloop.projector.steady;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitsTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 50); // it may overflow
  private double load;
  private final Commits commits = new Commits(nanos::get, () -> load);

  @Test
  void theNextIsDueFourTimesAsLateAsTheLastOneTook() {
    assertThat(commits.isDue()).as("before the first").isTrue();

    commits.ending();
    nanos.addAndGet(60);
    commits.ending(); // flushed for another task of the same transaction
    nanos.addAndGet(40);
    commits.ended();

    nanos.addAndGet(399);
    assertThat(commits.isDue()).isFalse();
    nanos.addAndGet(1);
    assertThat(commits.isDue()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0, true", "0.89, true", "0.9, false", "1, false"})
  void noneIsDueEarlyWhileTheProcessorsAreBusy(double busy, boolean due) {
    load = busy;

    assertThat(commits.isDue()).isEqualTo(due);
  }

  @Test
  void theLoadIsAskedForNowAndThenOnly() {
    AtomicLong asked = new AtomicLong();
    CpuLoad cpu = new CpuLoad(nanos::get, () -> asked.incrementAndGet() == 1 ? -1 : 0.5);

    assertThat(cpu.getAsDouble()).as("the system does not know yet").isZero();
    nanos.addAndGet(499_999_999);
    assertThat(cpu.getAsDouble()).isZero();
    nanos.addAndGet(1);
    assertThat(cpu.getAsDouble()).isEqualTo(0.5);
    assertThat(asked).hasValue(2);
    assertThat(new CpuLoad(nanos::get, null).getAsDouble()).as("there is no such bean").isZero();
  }

  @Test
  void eachThreadHasItsOwn() {
    commits.ending();
    nanos.addAndGet(100);
    commits.ended();

    assertThat(commits.isDue()).isFalse();
    assertThat(CompletableFuture.supplyAsync(commits::isDue, task -> new Thread(task).start()))
        .succeedsWithin(java.time.Duration.ofSeconds(60))
        .isEqualTo(true);
  }
}
