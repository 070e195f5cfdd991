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
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  /// Where nothing is published.
  public static final Played NOTHING = new Played(null);

  private final @Nullable Thread thread;

  private Played(@Nullable Thread thread) {
    this.thread = thread;
  }

  /// Begins at once.
  public static Played start(Example example, LocalSystem system) {
    return new Played(Thread.ofVirtual().name("play").start(() -> play(example, system)));
  }

  private static void play(Example example, LocalSystem system) {
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
