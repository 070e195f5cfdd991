package dev.playloop.benchmarks.jmh;

import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.tool.Traits;
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

/// Checking a tool call's arguments as the model gave them: text in, verdict out.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ArgumentsBenchmark {
  @Describe("Move along a path.")
  @Traits(effect = Effect.WRITE)
  record MoveAlong(
      @Describe("who moves") String unit,
      @Describe("where to, step by step") @Bounds(min = 1, max = 50) List<Step> path,
      @Describe("how fast") @Bounds(min = 1, max = 9) int speed)
      implements Tool {
    record Step(int x, int y) {}
  }

  private final ToolSpec<MoveAlong> spec = ToolSpec.of(MoveAlong.class);
  private final String fitting =
      "{\"unit\":\"scout\",\"path\":[{\"x\":1,\"y\":2},{\"x\":2,\"y\":2},{\"x\":3,\"y\":2}],"
          + "\"speed\":4}";
  private final String misspelt = "{\"unit\":\"scout\",\"path\":[{\"x\":1,\"y\":2}],\"sped\":4}";

  @Benchmark
  public ToolCall.Check argumentsThatFit() {
    return spec.check(fitting);
  }

  @Benchmark
  public ToolCall.Check argumentsThatDoNot() {
    return spec.check(misspelt);
  }
}
