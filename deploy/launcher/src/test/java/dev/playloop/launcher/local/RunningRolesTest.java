package dev.playloop.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Role;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60) // roles that are closed one by one wait for each other for ever
class RunningRolesTest {
  private final AtomicInteger closed = new AtomicInteger();

  @Test
  void theyAreClosedAtTheSameTimeAndOneThatFailsKeepsNoOtherOpen() {
    CyclicBarrier all = new CyclicBarrier(3);
    RunningRoles roles = new RunningRoles();
    for (int i = 0; i < 3; i++) {
      roles.add(new Waiting(all, i == 1));
    }

    roles.close();

    assertThat(closed).hasValue(3);
    roles.close();
    assertThat(closed).as("once each").hasValue(3);
  }

  /// Closes once all the others are closing, too.
  private final class Waiting implements Role {
    private final CyclicBarrier all;
    private final boolean fails;

    Waiting(CyclicBarrier all, boolean fails) {
      this.all = all;
      this.fails = fails;
    }

    @Override
    public boolean awaitReady(Duration timeout) {
      return true;
    }

    @Override
    public @Nullable String problem() {
      return null;
    }

    @Override
    public boolean isAlive() {
      return true;
    }

    @Override
    public void close() {
      try {
        all.await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new AssertionError(e);
      }
      closed.incrementAndGet();
      if (fails) {
        throw new IllegalStateException("not cleanly");
      }
    }
  }
}
