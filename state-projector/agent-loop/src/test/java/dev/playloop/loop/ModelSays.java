package dev.playloop.loop;

import dev.playloop.loop.Scenario.Event;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.LoopTool;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the model does in a [Scenario]: answers with text and calls, fails, refuses, or is late.
final class ModelSays {
  private ModelSays() {}

  static ToolCall call(String tool, String arguments) {
    ToolSpec<?> spec = TestWorld.SLOW.tools().find(tool);
    spec = spec == null ? LoopTool.CATALOGUE.find(tool) : spec;
    ToolCall.Check check =
        spec == null
            ? new ToolCall.Invalid("name", "a known tool", tool, null)
            : spec.check(arguments);
    return new ToolCall("call-" + tool, tool, arguments, check);
  }

  /// The same call, without effect.
  static ToolCall simulated(ToolCall call) {
    return call.simulated();
  }

  static ToolCall buy(String item) {
    return call("buy_item", "{\"item\":\"" + item + "\",\"quantity\":1}");
  }

  static ToolCall work(String job) {
    return call("do_work", "{\"job\":\"" + job + "\"}");
  }

  static ToolCall reply(String messageId) {
    return call("reply_to_message", "{\"messageId\":\"" + messageId + "\",\"content\":\"Hey\"}");
  }

  static ToolCall finish(String summary) {
    return call("finish", "{\"summary\":\"" + summary + "\"}");
  }

  /// The model answers the open turn with text and calls.
  static Event says(String text, ToolCall... calls) {
    return s -> s.decide(new Decision.Answered(raw(text, calls), text, List.of(calls)), "0.001");
  }

  /// An answer that was stopped at its length limit.
  static Event saysHalf(String text) {
    return s -> s.decide(new Decision.Answered(raw(text), text, List.of(), true), "0.001");
  }

  static Event calls(ToolCall... calls) {
    return says("", calls);
  }

  private static String raw(String text, ToolCall... calls) {
    return Json.NODES
        .objectNode()
        .put("role", "assistant")
        .put("content", text)
        .put("calls", calls.length)
        .toString();
  }

  static Event costing(String usd, String text, ToolCall... calls) {
    return s -> s.decide(new Decision.Answered(raw(text, calls), text, List.of(calls)), usd);
  }

  static Event fails(LlmFailure failure) {
    return s -> s.decide(new Decision.Failed(failure, "it broke"), "0");
  }

  static Event declines() {
    return s -> s.decide(new Decision.Refused("I will not"), "0");
  }

  static Event defers(Duration by) {
    return s -> s.decide(new Decision.Deferred(s.now.plus(by), "rate_limit"), "0");
  }

  static Event callExpires() {
    return s -> s.decide(new Decision.Expired(), "0");
  }

  static Decision decision(
      TurnId turn, Decision.Outcome outcome, String usd, @Nullable String model) {
    return Decision.of(turn, Configs.ADA, outcome)
        .by(model, model == null ? null : Configs.candidate(model, Configs.PRICES).key())
        .spent(new Decision.Usage(10, 0, 5, 0), new BigDecimal(usd))
        .took(1, 7)
        .requestHash("00");
  }

  static Event decided(Decision decision) {
    return s -> s.fold(new Input.DecisionMade(s.nextId(), s.now, decision));
  }

  static TurnId turnId(String id) {
    return new TurnId(Configs.ADA + ":" + id);
  }
}
