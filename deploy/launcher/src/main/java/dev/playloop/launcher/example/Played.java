package dev.playloop.launcher.example;

import dev.playloop.audit.log.TopicKeys;
import dev.playloop.launcher.LocalSystem;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An example's triggers, each published when its time has come, while somebody looks on: nobody's
/// script answers for people. Owns the thread that publishes.
public final class Played implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Played.class);
  private static final Duration LIMIT = Duration.ofHours(24);

  /// So long is waited for somebody to look.
  static final Duration ALONE = Duration.ofSeconds(30);

  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  /// Where nothing is published.
  public static final Played NOTHING = new Played(null);

  private final @Nullable Thread thread;

  private Played(@Nullable Thread thread) {
    this.thread = thread;
  }

  /// Waits for whom it is played.
  @FunctionalInterface
  public interface Audience {
    void await(Duration timeout) throws InterruptedException;
  }

  /// Begins as soon as somebody looks: who opens the page wants to see it from its beginning. Not
  /// later than [#ALONE] from now.
  public static Played start(Example example, LocalSystem system, Audience audience) {
    return new Played(Thread.ofVirtual().name("play").start(() -> play(example, system, audience)));
  }

  private static void play(Example example, LocalSystem system, Audience audience) {
    try {
      audience.await(ALONE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try (TopicKeys keys = system.keys();
        Play play = Play.open(system.kafka(), system.worldNames(), keys, _ -> {})) {
      var _ = play.play(example.triggers(), LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("the example's triggers were not all published", e);
    }
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.interrupt();
      try {
        thread.join(CLOSE_WAIT);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
