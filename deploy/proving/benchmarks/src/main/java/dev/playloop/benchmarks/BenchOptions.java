package dev.playloop.benchmarks;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/// What the load driver measures and for how long. `progress` gets a line now and then.
///
/// @param agents agents that run at once where throughput is measured
/// @param warmUp how long a load runs at least before it is measured
/// @param warmUpAtMost how long it runs before that while the JIT compiler is busy
/// @param window how long it is measured
/// @param singleRuns runs of one agent, one after the other, of which times and bytes are taken
/// @param backlogTurns turns that lie ready for one reasoner
/// @param phases what to measure
@RecordBuilder
public record BenchOptions(
    int agents,
    Duration warmUp,
    Duration warmUpAtMost,
    Duration window,
    int singleRuns,
    int backlogTurns,
    Set<Phase> phases,
    Consumer<String> progress) {
  public BenchOptions {
    phases = Set.copyOf(phases);
  }

  /// The parts of the load driver.
  public enum Phase {
    /// One agent and the model in process: overhead and bytes a turn.
    SINGLE,
    /// Many agents and the model in process.
    BARE,
    /// Many agents, model and effects over HTTP, at 0, 100 and 1,000 ms.
    WIRE,
    /// One reasoner with 1,000 calls of a second in flight.
    BACKLOG
  }

  /// What the README's numbers are measured with; about six minutes.
  public static BenchOptions full(Consumer<String> progress) {
    return new BenchOptions(
        1_000,
        Duration.ofSeconds(12),
        Duration.ofMinutes(2),
        Duration.ofSeconds(20),
        250,
        20_000,
        EnumSet.allOf(Phase.class),
        progress);
  }

  /// A smoke test of under a minute; its numbers say little.
  public static BenchOptions quick(Consumer<String> progress) {
    return new BenchOptions(
        200,
        Duration.ofSeconds(3),
        Duration.ofSeconds(3),
        Duration.ofSeconds(5),
        40,
        3_000,
        EnumSet.allOf(Phase.class),
        progress);
  }

  public BenchOptions withAgents(int count) {
    return new BenchOptions(
        count, warmUp, warmUpAtMost, window, singleRuns, backlogTurns, phases, progress);
  }

  public BenchOptions withWindow(Duration length) {
    return new BenchOptions(
        agents, warmUp, warmUpAtMost, length, singleRuns, backlogTurns, phases, progress);
  }

  public BenchOptions only(Set<Phase> some) {
    return new BenchOptions(
        agents, warmUp, warmUpAtMost, window, singleRuns, backlogTurns, some, progress);
  }
}
