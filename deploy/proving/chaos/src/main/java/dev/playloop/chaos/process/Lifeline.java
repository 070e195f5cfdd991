package dev.playloop.chaos.process;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/// Ends a child process when its parent is gone: then its standard input ends.
public final class Lifeline {
  private Lifeline() {}

  public static void hold() {
    Thread.ofPlatform()
        .daemon()
        .name("lifeline")
        .start(() -> {
          try {
            while (System.in.read() >= 0) {
              // The parent never writes.
            }
          } catch (IOException e) {
            // Gone all the same.
          }
          Runtime.getRuntime().halt(1);
        });
  }

  /// Runs `close` on SIGTERM and waits until then.
  public static void untilStopped(Runnable close) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(close));
    new CountDownLatch(1).await();
  }
}
