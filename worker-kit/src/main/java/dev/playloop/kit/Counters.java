package dev.playloop.kit;

import java.util.concurrent.atomic.LongAdder;

/// Running counts of one worker; see [WorkerStats] for what each means. Safe for all threads.
final class Counters {
  final LongAdder handled = new LongAdder();
  final LongAdder retried = new LongAdder();
  final LongAdder deadLetters = new LongAdder();
  final LongAdder abandoned = new LongAdder();
  final LongAdder skipped = new LongAdder();
  final LongAdder transactions = new LongAdder();
  final LongAdder aborts = new LongAdder();
  final LongAdder pauses = new LongAdder();
  final LongAdder restarts = new LongAdder();

  WorkerStats snapshot(int inFlight, int partitions) {
    return new WorkerStats(
        handled.sum(),
        retried.sum(),
        deadLetters.sum(),
        abandoned.sum(),
        skipped.sum(),
        transactions.sum(),
        aborts.sum(),
        pauses.sum(),
        restarts.sum(),
        inFlight,
        partitions);
  }
}
