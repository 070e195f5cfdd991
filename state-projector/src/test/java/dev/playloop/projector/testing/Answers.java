package dev.playloop.projector.testing;

import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.ToolCall;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import java.util.List;

/// Decisions as a reasoner would write them.
public final class Answers {
  private Answers() {}

  public static Decision text(Turn turn, String text) {
    return answered(turn, text, List.of());
  }

  public static Decision farm(Turn turn, long field) {
    return answered(turn, "", List.of(call("farm", "field", field)));
  }

  public static Decision look(Turn turn, String what) {
    return answered(
        turn,
        "",
        List.of(
            new ToolCall(
                "call-look",
                "look",
                "{\"what\":\"" + what + "\"}",
                new ToolCall.Valid(Json.NODES.objectNode().put("what", what)))));
  }

  private static ToolCall call(String tool, String field, long value) {
    return new ToolCall(
        "call-" + tool,
        tool,
        "{\"" + field + "\":" + value + "}",
        new ToolCall.Valid(Json.NODES.objectNode().put(field, value)));
  }

  private static Decision answered(Turn turn, String text, List<ToolCall> calls) {
    return new Decision(
        Decision.VERSION,
        turn.turn(),
        turn.agent(),
        new Decision.Answered("{\"content\":\"" + text + "\"}", text, calls),
        "fake",
        turn.route().candidates().getFirst().key(),
        new Decision.Usage(100, 0, 10, 0),
        BigDecimal.ZERO,
        1,
        5,
        turn.hash());
  }
}
