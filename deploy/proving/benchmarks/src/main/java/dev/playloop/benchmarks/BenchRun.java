package dev.playloop.benchmarks;

import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.World;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/// What happens to an agent in one run of three turns with one action each, from the trigger to the
/// close: seven inputs. Immutable.
record BenchRun(AgentId agent, String trigger, Instant at) {
  static final World WORLD = new BenchWorld();
  private static final int TURNS = 3;

  /// How many inputs a run takes.
  static final int INPUTS = 1 + 2 * TURNS;

  /// What makes the agent ready for runs.
  static Input configured(AgentId agent, Instant at) {
    var config = BenchSystem.config(agent, BenchSystem.route("http://127.0.0.1:9/v1", 1));
    return new Input.ConfigChanged("config", at, config);
  }

  /// The beginning of a run alone: the trigger, and the decision to act.
  static List<Input> begun(AgentId agent, Instant at, Function<Input, Transition> take) {
    BenchRun run = new BenchRun(agent, "t", at);
    Input first = run.triggered();
    Input second = run.decided(take.apply(first), 1);
    Transition _ = take.apply(second);
    return List.of(first, second);
  }

  /// Lives the run, each input being what the step before asked for. Throws [IllegalStateException]
  /// where the run does not close.
  void live(Function<Input, Transition> take) {
    Transition step = take.apply(triggered());
    for (int turn = 1; turn <= TURNS; turn++) {
      step = take.apply(decided(step, turn));
      step = take.apply(acted(step));
    }
    if (step.state().run() != null) {
      throw new IllegalStateException("the run did not close: " + step);
    }
  }

  private Input triggered() {
    Trigger came =
        Trigger.of(trigger, agent, "order.placed").at(at).text(BenchModel.triggerText(TURNS));
    return new Input.TriggerArrived(trigger, at, came, false);
  }

  private Input decided(Transition step, int turn) {
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
                                : WORLD.tools().find(call.name()))
                        .check(call.arguments())))
            .toList();
    return new Input.DecisionMade(
        id.value(),
        at,
        Decision.of(
                id,
                agent,
                new Decision.Answered(
                    BenchModel.message(turn, TURNS).toString(), BenchModel.text(), calls))
            .by("bench", "bench")
            .spent(new Decision.Usage(1_000, 0, 300, 0), BigDecimal.ZERO)
            .took(1, 1)
            .requestHash("0".repeat(64)));
  }

  private Input acted(Transition step) {
    ActionId id =
        step.commands().stream()
            .filter(Command.ReleaseAction.class::isInstance)
            .map(command -> ((Command.ReleaseAction) command).action().action())
            .findFirst()
            .orElseThrow();
    return new Input.ActionDone(
        id.value(),
        at,
        Json.read(
            Json.bytes(ActionResult.done(id, agent, BenchWorld.OUTPUT, null)), ActionResult.class));
  }
}
