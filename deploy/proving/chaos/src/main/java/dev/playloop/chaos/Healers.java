package dev.playloop.chaos;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Heals faults later, each on a virtual thread of its own. What does not heal is told: that a
/// server comes back is what the crash suite is there to prove.
final class Healers implements AutoCloseable {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Consumer<String> unhealed;

  /// @param unhealed is told in words, by any thread
  Healers(Consumer<String> unhealed) {
    this.unhealed = unhealed;
  }

  /// Ends a fault.
  interface Healing {
    void run() throws InterruptedException;
  }

  void heal(Fault fault, int afterMillis, Healing healing) {
    threads.execute(() -> {
      try {
        TimeUnit.MILLISECONDS.sleep(afterMillis);
        healing.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException e) {
        unhealed.accept(fault + " did not heal: " + e);
      }
    });
  }

  /// What is still to heal stays as it is. Returns when nobody is at work on it any more.
  void abandon() {
    threads.shutdownNow();
    threads.close();
  }

  /// Waits until all that was to heal has healed, or was told.
  @Override
  public void close() {
    threads.close();
  }
}
