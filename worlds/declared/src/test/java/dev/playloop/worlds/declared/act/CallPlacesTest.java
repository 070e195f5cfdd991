package dev.playloop.worlds.declared.act;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallPlacesTest {
  private static final Duration PATIENCE = Duration.ofMillis(1);

  private final AtomicLong now = new AtomicLong();
  private final CallPlaces places = new CallPlaces(2, PATIENCE, now::get);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void thereAreSoMany() throws Exception {
    assertThat(places.take()).isTrue();
    assertThat(places.take()).isTrue();
    now.set(PATIENCE.toNanos());
    assertThat(places.take()).isFalse();
    places.give();
    assertThat(places.take()).isTrue();
  }

  /// The clock stays within patience of the last end until that end is told: who waits reads it at
  /// any moment.
  @Test
  void whoWaitsWaitsAsLongAsCallsEnd() throws Exception {
    places.take();
    places.take();
    Future<Boolean> more = threads.submit(places::take);
    assertStillWaits(more);

    now.set(PATIENCE.toNanos() - 1);
    places.give();
    assertThat(more.get(30, TimeUnit.SECONDS)).isTrue();

    now.set(2 * PATIENCE.toNanos() - 2);
    Future<Boolean> another = threads.submit(places::take);
    assertStillWaits(another);
    now.set(2 * PATIENCE.toNanos() - 1);
    assertThat(another.get(30, TimeUnit.SECONDS)).isFalse();
  }

  private static void assertStillWaits(Future<Boolean> more)
      throws InterruptedException, ExecutionException {
    try {
      more.get(100 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return;
    }
    throw new AssertionError("it has waited no longer than it has patience");
  }
}
