package dev.playloop.launcher.cli;

import dev.playloop.launcher.Logs;
import java.util.concurrent.CountDownLatch;

/// Ctrl-C: interrupts the work and lets the process end only when it has closed what it opened.
final class Interrupted {
  private static volatile boolean happened;

  private Interrupted() {}

  /// Whether the process was told to stop: what fails then is no bug.
  static boolean happened() {
    return happened;
  }

  interface Work {
    int run() throws InterruptedException;
  }

  /// Runs `work` on this thread. On a signal it is interrupted, and the process waits for it.
  static int by(Work work) throws InterruptedException {
    Thread worker = Thread.currentThread();
    CountDownLatch done = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () -> {
              happened = true;
              Logs.hush();
              worker.interrupt();
              try {
                done.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "playloop-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.run();
    } finally {
      done.countDown();
      remove(hook);
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending: the hook runs already.
    }
  }
}
