package dev.playloop.benchmarks;

import dev.playloop.journal.Desk;
import dev.playloop.journal.Live;
import dev.playloop.loop.Fold;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Declared;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.model.Worlds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The fold alone, and the step around it, over the seven inputs of a [BenchRun]. Pure, so that
/// every operation begins at the same state.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class FoldBenchmark {
  private static final AgentId ADA = AgentId.of(BenchWorld.NAME, "ada");
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  private static final Worlds WORLDS = Worlds.of(BenchRun.WORLD);
  private static final Declared DECLARED = Declared.only(WORLDS.current(BenchWorld.NAME));

  private final Fold fold = new Fold(LoopPolicy.DEFAULT);
  private final Desk desk = Desk.of(LoopPolicy.DEFAULT, WORLDS);
  private final Live idle;
  private final List<Input> inputs = new ArrayList<>(BenchRun.INPUTS);

  /// Finds the inputs of a run by making it once.
  public FoldBenchmark() {
    idle = desk.take(Live.empty(ADA), BenchRun.configured(ADA, AT), null).next();
    AgentState[] state = {idle.state()};
    BenchRun.brief(ADA, "t", AT)
        .live(input -> {
          inputs.add(input);
          Transition step = fold.fold(state[0], input, DECLARED);
          state[0] = step.state();
          return step;
        });
  }

  @Benchmark
  public AgentState runOfThreeTurns() {
    AgentState state = idle.state();
    for (Input input : inputs) {
      state = fold.fold(state, input, DECLARED).state();
    }
    return state;
  }

  /// The same taken whole: folded, rendered, and the state written.
  @Benchmark
  public Live runOfThreeTurnsTaken() {
    Live live = idle;
    for (Input input : inputs) {
      live = desk.take(live, input, null).next();
    }
    return live;
  }
}
