package dev.playloop.benchmarks;

import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.AgentId;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// One agent, one run after the other: what the loop adds to a turn, in time and in bytes.
final class Single {
  private static final int WARM_UP_RUNS = 60;
  private static final int SHORT = 3;
  private static final int LONG = 50;

  private Single() {}

  /// Bytes are per turn.
  @RecordBuilder
  record Result(
      double p50Ms,
      double p99Ms,
      long bytes3,
      long bytes50,
      long bookkeeping,
      long turns3,
      long turns50,
      double cpuSecondsPer1000Turns) {}

  static Result run(BenchSystem system, Runs runs, AgentId agent, int count)
      throws InterruptedException {
    series(runs, agent, SHORT, WARM_UP_RUNS);
    LogBytes start = system.logBytes();
    long cpu = Load.cpuNanos();
    long[] nanos = series(runs, agent, SHORT, count);
    double cpuSeconds = (Load.cpuNanos() - cpu) / 1e9;
    LogBytes between = system.logBytes();
    int longRuns = Math.max(2, count * SHORT / LONG);
    series(runs, agent, LONG, longRuns);
    LogBytes end = system.logBytes();
    Bytes shortRuns = Bytes.of(between, start, SHORT * count);
    Bytes longOnes = Bytes.of(end, between, LONG * longRuns);
    return SingleResultBuilder.builder()
        .p50Ms(percentile(nanos, 0.50))
        .p99Ms(percentile(nanos, 0.99))
        .bytes3(shortRuns.ours)
        .bytes50(longOnes.ours)
        .bookkeeping(shortRuns.bookkeeping)
        .turns3(shortRuns.turns)
        .turns50(longOnes.turns)
        .cpuSecondsPer1000Turns(cpuSeconds * 1_000 / (SHORT * count))
        .build();
  }

  /// Nanoseconds a turn, per run.
  private static long[] series(Runs runs, AgentId agent, int turns, int count)
      throws InterruptedException {
    long[] nanos = new long[count];
    BlockingQueue<Runs.Closed> closed = new ArrayBlockingQueue<>(1);
    for (int i = 0; i < count; i++) {
      runs.start(agent, turns, closed::add);
      Runs.Closed run = closed.poll(60, TimeUnit.SECONDS);
      if (run == null) {
        throw new IllegalStateException("a run of " + agent + " does not close");
      }
      if (run.run().outcome() != RunOutcome.COMPLETED || run.run().turns() != turns) {
        throw new IllegalStateException("a run went wrong: " + run.run());
      }
      nanos[i] = run.nanos() / turns;
    }
    return nanos;
  }

  private static double percentile(long[] nanos, double share) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * share))] / 1e6;
  }

  private record Bytes(long ours, long bookkeeping, long turns) {
    static Bytes of(LogBytes now, LogBytes before, int count) {
      long ours = 0;
      long bookkeeping = 0;
      long turns = 0;
      for (var grown : now.since(before).entrySet()) {
        String topic = grown.getKey();
        if (topic.startsWith("__")) {
          bookkeeping += grown.getValue();
        } else if (topic.endsWith(".turns")) {
          turns += grown.getValue();
        } else {
          ours += grown.getValue();
        }
      }
      return new Bytes(ours / count, bookkeeping / count, turns / count);
    }
  }
}
