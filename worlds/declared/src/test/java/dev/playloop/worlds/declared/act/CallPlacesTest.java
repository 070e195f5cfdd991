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

  /// Its clock says that a call has just ended, however long it waits.
  @Test
  void whoWaitsWaitsAsLongAsCallsEnd() throws Exception {
    places.take();
    places.take();
    Future<Boolean> more = threads.submit(places::take);
    assertStillWaits(more);

    now.set(10 * PATIENCE.toNanos());
    places.give();
    assertThat(more.get(30, TimeUnit.SECONDS)).isTrue();

    Future<Boolean> another = threads.submit(places::take);
    assertStillWaits(another);
    now.set(11 * PATIENCE.toNanos());
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
