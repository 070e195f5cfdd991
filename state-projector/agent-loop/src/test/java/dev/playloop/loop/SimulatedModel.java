package dev.playloop.loop;

import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.tool.ToolCall;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A model that answers anything: text, nothing, right and wrong calls, refusals and failures. Open
/// to be extended by one that calls other tools.
class SimulatedModel {
  final Agenda agenda;
  private int calls;

  SimulatedModel(Agenda agenda) {
    this.agenda = agenda;
  }

  Decision answer(Turn turn) {
    Decision.Outcome outcome = outcome(turn);
    BigDecimal cost =
        outcome instanceof Decision.Answered ? cost(turn.permitUsd()) : BigDecimal.ZERO;
    String model = agenda.chance(0.9) ? "first" : "second";
    return Decision.of(turn.turn(), turn.agent(), outcome)
        .by(model, Configs.candidate(model, Configs.PRICES).key())
        .spent(null, cost)
        .took(1, calls++)
        .requestHash("00");
  }

  Decision expired(Turn turn) {
    return uncalled(turn, new Decision.Expired());
  }

  /// A halt kept the worker from calling.
  Decision heldBack(Turn turn) {
    return uncalled(
        turn, new Decision.Deferred(agenda.now.plus(java.time.Duration.ofSeconds(1)), "halted"));
  }

  private static Decision uncalled(Turn turn, Decision.Outcome outcome) {
    return Decision.of(turn.turn(), turn.agent(), outcome);
  }

  /// Mostly a small part of the permit, often most of it, now and then more than was reserved.
  private BigDecimal cost(BigDecimal permit) {
    double part =
        switch (agenda.below(10)) {
          case 0, 1 -> 0.9 + agenda.random.nextDouble() / 10;
          case 2 -> agenda.chance(0.3) ? 1.2 : 1;
          default -> agenda.random.nextDouble() / 5;
        };
    return permit.multiply(BigDecimal.valueOf(part)).setScale(6, RoundingMode.DOWN);
  }

  private Decision.Outcome outcome(Turn turn) {
    int dice = agenda.below(100);
    if (dice < 2) {
      return new Decision.Refused("no");
    }
    if (dice < 6) {
      return new Decision.Deferred(agenda.now.plus(agenda.millis(-2_000, 20_000)), "busy");
    }
    if (dice < 10) {
      return new Decision.Failed(agenda.oneOf(LlmFailure.values()), "broken");
    }
    if (dice < 13) {
      return new Decision.Answered("{}", "", List.of());
    }
    if (dice < 35 || turn.body().tools().isEmpty()) {
      return new Decision.Answered("{}", "that is all", List.of());
    }
    List<ToolCall> made = new ArrayList<>();
    int count = agenda.chance(0.02) ? 30 : 1 + agenda.below(4);
    for (int i = 0; i < count; i++) {
      made.add(call(i));
    }
    return new Decision.Answered("{\"n\":" + calls + "}", "", made);
  }

  ToolCall call(int index) {
    @Nullable ToolCall call =
        switch (agenda.below(16)) {
          case 0, 1 -> ModelSays.call("get_stats", "{}");
          case 2 -> ModelSays.call("get_market", "");
          case 3, 4, 5 -> ModelSays.buy("food");
          case 6, 7 -> ModelSays.work("mine");
          case 8 -> ModelSays.call("press_button", "{\"button\":\"A\"}");
          case 9, 10 -> ModelSays.reply("msg-" + agenda.below(6));
          case 11 ->
              ModelSays.call(
                  "buy_item", "{\"item\":\"food\",\"quantity\":" + -agenda.below(2) + "}");
          case 12 -> ModelSays.call("buy_itm", "{}");
          case 13 -> loopTool();
          case 14 -> ModelSays.call("wait", "{\"seconds\":" + (1 + agenda.below(5)) + "}");
          default -> ModelSays.finish("done");
        };
    return new ToolCall("call-" + index, call.name(), call.arguments(), call.check());
  }

  private ToolCall loopTool() {
    return switch (agenda.below(4)) {
      case 0 ->
          ModelSays.call(
              "plan",
              "{\"steps\":[{\"text\":\"s\",\"done\":"
                  + agenda.chance(0.6)
                  + "}],\"replyTo\":\"msg-"
                  + agenda.below(6)
                  + "\"}");
      case 1 ->
          ModelSays.call("remember", "{\"key\":\"k" + agenda.below(9) + "\",\"value\":\"v\"}");
      case 2 -> ModelSays.call("note", "{\"text\":\"a note\"}");
      default -> ModelSays.call("observe", "{}");
    };
  }
}
