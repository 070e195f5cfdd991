package dev.playloop.worlds.emerald.mgba;

import dev.playloop.worlds.emerald.mgba.MgbaException.EmulatorPaused;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Time as the game knows it. Waits ask the emulator for its frame until enough have passed, so
/// that they last as long in the game at any speed. A counter that stands still for `patience` of
/// real time is [EmulatorPaused].
///
/// Used by one thread at a time.
public final class FrameClock {
  private static final long BREATH_NANOS = 200_000;

  private final Mgba mgba;
  private final Duration patience;

  public FrameClock(Mgba mgba, Duration patience) {
    this.mgba = mgba;
    this.patience = patience;
  }

  /// How long a counter may stand still.
  public Duration patience() {
    return patience;
  }

  public long now() throws InterruptedException {
    return mgba.currentFrame();
  }

  /// Waits until `frames` more frames have passed, and tells the frame it is then. A counter that
  /// jumps back, as it does when a state is loaded, ends the wait.
  public long pass(int frames) throws InterruptedException {
    long start = now();
    return until(start, start + frames);
  }

  /// Waits for this very frame, if it has not passed yet.
  public long until(long frame) throws InterruptedException {
    long start = now();
    return until(start, frame);
  }

  private long until(long start, long frame) throws InterruptedException {
    long last = start;
    long lastChange = System.nanoTime();
    while (last >= start && last < frame) {
      long now = now();
      if (now == last) {
        long still = System.nanoTime() - lastChange;
        if (still > patience.toNanos()) {
          throw new EmulatorPaused(now, still / 1_000_000);
        }
        LockSupport.parkNanos(BREATH_NANOS);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      } else {
        last = now;
        lastChange = System.nanoTime();
      }
    }
    return last;
  }
}
