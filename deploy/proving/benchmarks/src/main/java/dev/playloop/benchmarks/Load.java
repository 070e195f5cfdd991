package dev.playloop.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.AgentId;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Many agents at once, each of which starts its next run when one closes.
final class Load {
  private static final int TURNS = 3;
  private static final Duration DRAIN = Duration.ofMinutes(1);
  private static final Duration CALM = Duration.ofSeconds(5);

  private final Runs runs;
  private final List<Agent> agents;
  private final LongAdder turns = new LongAdder();
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private volatile boolean measuring;
  private volatile boolean stopping;

  private Load(Runs runs, List<AgentId> agents) {
    this.runs = runs;
    this.agents = agents.stream().map(Agent::new).toList();
  }

  /// What a load achieved.
  ///
  /// @param turnsPerSecond the sum of the agents' own rates, so that it does not matter where in
  ///   their step they were when measuring began and ended
  record Result(double turnsPerSecond, double cpuSecondsPer1000Turns) {}

  static Result run(Runs runs, List<AgentId> agents, BenchOptions options)
      throws InterruptedException {
    Load load = new Load(runs, agents);
    load.agents.forEach(Agent::next);
    warmUp(options);
    long cpu = cpuNanos();
    long before = load.turns.sum();
    load.measuring = true;
    pause(options.window());
    load.measuring = false;
    double cpuSeconds = (cpuNanos() - cpu) / 1e9;
    long measured = load.turns.sum() - before;
    load.stopping = true;
    load.drain();
    double rate = load.agents.stream().mapToDouble(Agent::rate).sum();
    return new Result(rate, measured == 0 ? Double.NaN : cpuSeconds * 1_000 / measured);
  }

  /// Waits as long as it must, and then until the JIT compiler has next to nothing left to do: on
  /// few cores it takes half of the machine for a minute or more, and what runs meanwhile is not
  /// what runs from then on.
  private static void warmUp(BenchOptions options) throws InterruptedException {
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    long end = System.nanoTime() + options.warmUpAtMost().toNanos();
    pause(options.warmUp());
    long compiling = Long.MAX_VALUE;
    while (compiling > CALM.toMillis() / 10 && System.nanoTime() < end) {
      long before = jit.getTotalCompilationTime();
      pause(CALM);
      compiling = jit.getTotalCompilationTime() - before;
    }
  }

  /// The CPU time of this process so far.
  static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private void drain() throws InterruptedException {
    long end = System.nanoTime() + DRAIN.toNanos();
    for (Agent agent : agents) {
      if (!agent.idle.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw new IllegalStateException("a run of " + agent.id + " does not close");
      }
    }
    String failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException(failed);
    }
  }

  private static void pause(Duration length) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(length.toNanos());
  }

  /// One agent and what it did while it was measured. Only the journal's thread changes it.
  private final class Agent {
    private final AgentId id;
    private final CountDownLatch idle = new CountDownLatch(1);
    private long firstStart;
    private long lastClose;
    private long counted;

    Agent(AgentId id) {
      this.id = id;
    }

    void next() {
      runs.start(id, TURNS, this::closed);
    }

    private void closed(Runs.Closed closed) {
      turns.add(closed.run().turns());
      if (closed.run().outcome() != RunOutcome.COMPLETED || closed.run().turns() != TURNS) {
        failure.compareAndSet(null, "a run went wrong: " + closed.run());
      }
      if (measuring) {
        if (firstStart == 0) {
          firstStart = closed.closedNanos();
        } else {
          counted += closed.run().turns();
          lastClose = closed.closedNanos();
        }
      }
      if (stopping || failure.get() != null) {
        idle.countDown();
      } else {
        next();
      }
    }

    /// Turns a second between the first and the last close that were measured.
    double rate() {
      return counted == 0 ? 0 : counted * 1e9 / (lastClose - firstStart);
    }
  }
}
