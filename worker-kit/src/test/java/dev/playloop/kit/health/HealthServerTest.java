package dev.playloop.kit.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Await;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HealthServerTest {
  private static final int ASKS = 20;

  /// One that is well has been asked twice or so by the time that the other one was asked twenty
  /// times, however slow the machine is.
  @Test
  void whatComesUpIsAskedOftenAndWhatIsUpSeldom() {
    AtomicInteger slow = new AtomicInteger();
    AtomicInteger calm = new AtomicInteger();
    AtomicInteger fresh = new AtomicInteger();
    try (HealthServer health = HealthServer.start("127.0.0.1", 0)) {
      health.ready("calm", () -> count(calm, 0));
      health.ready("slow", () -> count(slow, ASKS));
      Await.until("it is up", () -> slow.get() >= ASKS);
      assertThat(calm).hasValueLessThan(ASKS / 2);

      health.ready("new", () -> count(fresh, 0));
      int asked = slow.get();
      Await.until("others were asked once more", () -> fresh.get() > 3);
      assertThat(slow).hasValueLessThan(asked + ASKS / 2);
    }
  }

  private static @Nullable String count(AtomicInteger asked, int until) {
    return asked.incrementAndGet() < until ? "it comes up" : null;
  }
}
