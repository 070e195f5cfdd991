package dev.playloop.console.door;

import dev.playloop.operator.NotPublished;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.schemas.principal.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes back what was lent, by a thread of its own: whoever logs out waits for no broker. While
/// Kafka is away it tries again, until the token would have ended anyway. Safe for all threads.
final class LentTokens implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LentTokens.class);
  private static final Duration AGAIN = Duration.ofSeconds(5);

  /// How long a console that is closed waits for Kafka.
  private static final Duration AT_THE_END = Duration.ofSeconds(10);

  private final PrincipalRegister register;
  private final ScheduledThreadPoolExecutor thread;

  LentTokens(PrincipalRegister register) {
    this.register = register;
    this.thread =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("lent").factory());
  }

  /// Ends the token soon; without waiting.
  void takeBack(Principal lent) {
    in(Duration.ZERO, lent);
  }

  private void in(Duration delay, Principal lent) {
    try {
      var _ = thread.schedule(() -> attempt(lent), delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      left(lent);
    }
  }

  private void attempt(Principal lent) {
    try {
      register.takeBack(lent);
    } catch (NotPublished | KafkaException e) {
      LOG.warn(
          "a token that was lent to {} could not be ended yet: {}", lent.name(), e.getMessage());
      if (register.clock().instant().isBefore(end(lent))) {
        in(AGAIN, lent);
      }
    } catch (InterruptedException e) {
      left(lent);
    }
  }

  private static Instant end(Principal lent) {
    return Objects.requireNonNull(lent.tokens().getFirst().until());
  }

  private static void left(Principal lent) {
    LOG.warn("a token that was lent to {} ends at {}, and not before", lent.name(), end(lent));
  }

  /// Ends what is to be ended, where Kafka answers in time.
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (thread.awaitTermination(AT_THE_END.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.shutdownNow();
  }
}
