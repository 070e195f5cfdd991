package dev.playloop.client;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;

/** Those who wait are parked until the judge's time has come to where they wait for. */
final class JudgesClock extends Clock {
  private static final long EPOCH = 1_769_860_800_000L; // 2026-01-31T12:00:00Z

  final Condition settling = lock.newCondition();
  final Map<Thread, Double> parked = new HashMap<>();
  double time;

  @Override
  double now() {
    return time;
  }

  @Override
  long wall() {
    return EPOCH + (long) time;
  }

  @Override
  void await(double until) throws InterruptedException {
    parked.put(Thread.currentThread(), until);
    settling.signalAll();
    while (parked.containsKey(Thread.currentThread())) {
      changed.await();
    }
  }

  @Override
  void wake() {
    parked.clear();
    super.wake();
  }
}
