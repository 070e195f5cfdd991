package dev.playloop.chaos.system;

import java.util.concurrent.locks.LockSupport;

/// Starts again whatever has died, until it is closed. Owns a thread.
public final class Supervisor implements AutoCloseable {
  private static final long REVIVE_NANOS = 50_000_000;

  private final Thread thread;
  private volatile boolean closing;

  private Supervisor(ChaosSystem system) {
    this.thread =
        Thread.ofVirtual()
            .unstarted(() -> {
              while (!closing) {
                system.revive();
                LockSupport.parkNanos(REVIVE_NANOS);
              }
            });
  }

  public static Supervisor over(ChaosSystem system) {
    Supervisor supervisor = new Supervisor(system);
    supervisor.thread.start();
    return supervisor;
  }

  /// What dies from now on stays dead.
  @Override
  public void close() {
    closing = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
