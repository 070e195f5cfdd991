package dev.playloop.benchmarks;

import dev.playloop.loop.AgentState;
import dev.playloop.loop.Command;
import dev.playloop.loop.Fold;
import dev.playloop.loop.Input;
import dev.playloop.loop.LoopPolicy;
import dev.playloop.loop.Step;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.ToolCall;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.LoopTool;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

/// The fold alone: a run of three turns with one action each, from the trigger to the close, that
/// is seven inputs. Pure, so that every operation begins at the same state.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class FoldBenchmark {
  private static final AgentId ADA = AgentId.of(BenchWorld.NAME, "ada");
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
  private static final int TURNS = 3;

  private final Fold fold = new Fold(LoopPolicy.DEFAULT, List.of(new BenchWorld()));
  private final AgentState idle;
  private final List<Input> inputs = new ArrayList<>();

  /// Finds the inputs of a run by making it once.
  public FoldBenchmark() {
    AgentConfig config = BenchSystem.config(ADA, BenchSystem.route("http://127.0.0.1:9/v1", 1));
    idle = fold.fold(AgentState.empty(ADA), new Input.ConfigChanged("config", AT, config)).state();
    Trigger trigger =
        new Trigger(
            1,
            "t",
            ADA,
            "order.placed",
            AT,
            null,
            BenchModel.triggerText(TURNS),
            null,
            null,
            null,
            0);
    Step step = take(idle, new Input.TriggerArrived("t", AT, trigger, false));
    for (int turn = 1; turn <= TURNS; turn++) {
      step = take(step.state(), decided(step, turn));
      step = take(step.state(), acted(step));
    }
    if (step.state().run() != null) {
      throw new IllegalStateException("the run did not close: " + step);
    }
  }

  @Benchmark
  public AgentState runOfThreeTurns() {
    AgentState state = idle;
    for (Input input : inputs) {
      state = fold.fold(state, input).state();
    }
    return state;
  }

  private Step take(AgentState state, Input input) {
    inputs.add(input);
    return fold.fold(state, input);
  }

  private static Input decided(Step step, int turn) {
    TurnId id =
        step.commands().stream()
            .filter(Command.OpenTurn.class::isInstance)
            .map(command -> ((Command.OpenTurn) command).turn())
            .findFirst()
            .orElseThrow();
    List<ToolCall> calls =
        BenchModel.calls(turn, TURNS).stream()
            .map(call ->
                new ToolCall(
                    call.id(),
                    call.name(),
                    call.arguments(),
                    Objects.requireNonNull(
                            call.name().equals("finish")
                                ? LoopTool.CATALOGUE.find("finish")
                                : new BenchWorld().tools().find(call.name()))
                        .check(call.arguments())))
            .toList();
    Decision decision =
        new Decision(
            1,
            id,
            ADA,
            new Decision.Answered(
                BenchModel.message(turn, TURNS).toString(), BenchModel.text(), calls),
            "bench",
            "bench",
            new Decision.Usage(1_000, 0, 300, 0),
            BigDecimal.ZERO,
            1,
            1,
            "0".repeat(64));
    return new Input.DecisionMade(id.value(), AT, decision);
  }

  private static Input acted(Step step) {
    ActionId id =
        step.commands().stream()
            .filter(Command.ReleaseAction.class::isInstance)
            .map(command -> ((Command.ReleaseAction) command).action().action())
            .findFirst()
            .orElseThrow();
    return new Input.ActionDone(
        id.value(),
        AT,
        Json.read(
            Json.bytes(ActionResult.done(id, ADA, BenchWorld.OUTPUT, null)), ActionResult.class));
  }
}
