package dev.playloop.benchmarks.jmh;

import dev.playloop.kit.commit.OffsetMap;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The offset map at 1,000 calls in flight: each finishes out of order, and every 50 a commit takes
/// the position and the text. Per record.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class OffsetMapBenchmark {
  private static final int RECORDS = 10_000;
  private static final int IN_FLIGHT = 1_000;
  private static final int BETWEEN_COMMITS = 50;
  private static final int MAX_CHARS = 3_000;

  private final int[] order = new int[RECORDS];

  /// Which of the records in flight finishes next, from a fixed seed.
  public OffsetMapBenchmark() {
    Random random = new Random(7);
    for (int i = 0; i < RECORDS; i++) {
      order[i] = random.nextInt(IN_FLIGHT);
    }
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public OffsetAndMetadata finishOutOfOrder() {
    OffsetMap map = new OffsetMap(0);
    long[] inFlight = new long[IN_FLIGHT];
    for (int i = 0; i < IN_FLIGHT; i++) {
      inFlight[i] = i;
      map.take(i);
    }
    OffsetAndMetadata last = map.toCommit();
    for (int i = 0; i < RECORDS; i++) {
      int slot = order[i];
      if (map.finish(inFlight[slot], MAX_CHARS)) {
        inFlight[slot] = IN_FLIGHT + (long) i;
        map.take(IN_FLIGHT + (long) i);
      } else {
        map.take(IN_FLIGHT + (long) i);
        map.finish(IN_FLIGHT + (long) i, MAX_CHARS);
      }
      if (i % BETWEEN_COMMITS == 0) {
        last = map.toCommit();
      }
    }
    return last;
  }
}
