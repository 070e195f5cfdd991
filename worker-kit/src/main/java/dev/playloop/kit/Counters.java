package dev.playloop.kit;

import java.util.concurrent.atomic.LongAdder;

/// Running counts of one worker; see [WorkerStats] for what each means. Safe for all threads.
public final class Counters {
  public final LongAdder handled = new LongAdder();
  public final LongAdder retried = new LongAdder();
  public final LongAdder deadLetters = new LongAdder();
  public final LongAdder abandoned = new LongAdder();
  public final LongAdder skipped = new LongAdder();
  public final LongAdder transactions = new LongAdder();
  public final LongAdder aborts = new LongAdder();
  public final LongAdder pauses = new LongAdder();
  public final LongAdder restarts = new LongAdder();
}
