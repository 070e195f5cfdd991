package dev.playloop.chaos.process;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/// Ends a child process when its parent is gone: then its standard input ends.
public final class Lifeline {
  /// What a process exits with whose work has stopped for good.
  public static final int STOPPED = 77;

  private static final long LOOK_MILLIS = 20;

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

  /// As [#untilStopped]; and what has stopped for good ends the process with [#STOPPED], as it does
  /// in a worker that users start: only a new one mends that.
  public static void whileAlive(BooleanSupplier alive, Runnable close) throws InterruptedException {
    AtomicBoolean told = new AtomicBoolean();
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(() -> {
                  told.set(true); // what closes in order is not alive either
                  close.run();
                }));
    while (told.get() || alive.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    if (!told.get()) {
      Runtime.getRuntime().halt(STOPPED);
    }
    new CountDownLatch(1).await();
  }

  /// Runs `close` on SIGTERM and waits until then.
  public static void untilStopped(Runnable close) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(close));
    new CountDownLatch(1).await();
  }
}
