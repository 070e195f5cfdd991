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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/// What happens to an agent in one run, from the trigger to the close. Immutable.
///
/// @param turns how many it has
/// @param crafts the actions of each turn
record BenchRun(AgentId agent, String trigger, Instant at, int turns, int crafts) {
  static final World WORLD = new BenchWorld();
  private static final int TURNS = 3;

  /// How many inputs a short run takes.
  static final int INPUTS = 1 + 2 * TURNS;

  /// A run of three turns with one action each.
  static BenchRun brief(AgentId agent, String trigger, Instant at) {
    return new BenchRun(agent, trigger, at, TURNS, 1);
  }

  /// What makes the agent ready for runs.
  static Input configured(AgentId agent, Instant at) {
    return configured(agent, at, BenchSystem.WINDOW);
  }

  /// The same, by a model that reads so many tokens.
  static Input configured(AgentId agent, Instant at, int window) {
    var config = BenchSystem.config(agent, BenchSystem.route("http://127.0.0.1:9/v1", 1, window));
    return new Input.ConfigChanged("config", at, config);
  }

  /// The beginning of a run alone: the trigger, and the decision to act.
  static List<Input> begun(AgentId agent, Instant at, Function<Input, Transition> take) {
    BenchRun run = brief(agent, "t", at);
    Input first = run.triggered();
    Input second = run.decided(take.apply(first), 1);
    Transition _ = take.apply(second);
    return List.of(first, second);
  }

  /// Lives the run, each input being what the step before asked for. Throws [IllegalStateException]
  /// where the run does not close.
  void live(Function<Input, Transition> take) {
    Transition step = take.apply(triggered());
    for (int turn = 1; turn <= turns; turn++) {
      Deque<ActionId> released = new ArrayDeque<>();
      step = take.apply(decided(step, turn));
      released.addAll(actions(step));
      while (!released.isEmpty()) {
        step = take.apply(acted(released.remove()));
        released.addAll(actions(step));
      }
    }
    if (step.state().run() != null) {
      throw new IllegalStateException("the run did not close: " + step);
    }
  }

  private Input triggered() {
    Trigger came =
        Trigger.of(trigger, agent, "order.placed").at(at).text(BenchModel.triggerText(turns));
    return new Input.TriggerArrived(trigger, at, came, false);
  }

  private Input decided(Transition step, int turn) {
    TurnId id =
        step.commands().stream()
            .filter(Command.OpenTurn.class::isInstance)
            .map(command -> ((Command.OpenTurn) command).turn())
            .findFirst()
            .orElseThrow();
    List<BenchModel.Call> made = BenchModel.calls(turn, turns, crafts);
    List<ToolCall> calls =
        made.stream()
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
                    BenchModel.message(made).toString(), BenchModel.text(), calls))
            .by("bench", "bench")
            .spent(new Decision.Usage(1_000, 0, 300, 0), BigDecimal.ZERO)
            .took(1, 1)
            .requestHash("0".repeat(64)));
  }

  private static List<ActionId> actions(Transition step) {
    return step.commands().stream()
        .filter(Command.ReleaseAction.class::isInstance)
        .map(command -> ((Command.ReleaseAction) command).action().action())
        .toList();
  }

  private Input acted(ActionId id) {
    return new Input.ActionDone(
        id.value(),
        at,
        Json.read(
            Json.bytes(ActionResult.done(id, agent, BenchWorld.OUTPUT, null)), ActionResult.class));
  }
}
