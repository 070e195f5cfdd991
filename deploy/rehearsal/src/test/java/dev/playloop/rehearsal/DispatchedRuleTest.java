package dev.playloop.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What was carried out through one tool that stands for several is known to rules by the action.
final class DispatchedRuleTest {
  private static Situation after(String tool, String arguments) {
    ToolCall call =
        new ToolCall("c1", tool, arguments, new ToolCall.Valid(Json.NODES.objectNode()));
    return Situation.of(
        List.of(
            new Message.Assistant("", List.of(call), null, null),
            new Message.ToolOutput(
                "c1", tool, "{\"status\":\"done\",\"output\":{\"id\":7}}", false)));
  }

  @Test
  void aRuleKnowsTheActionByItsName() {
    Situation seen =
        after("execute_action", "{\"actionType\":\"create_explorer\",\"tier\":\"T1\"}");

    assertThat(seen.done("create_explorer")).isTrue();
    assertThat(seen.done("execute_action")).isFalse();
    assertThat(seen.result("create_explorer", Json.tree("{\"tier\":\"T1\"}"))).isNotNull();
    assertThat(seen.root().at("/results/create_explorer/id").asInt()).isEqualTo(7);
  }

  @Test
  void whatIsOnlyAskedForIsNotDone() {
    Situation seen = after("simulate_action", "{\"actionType\":\"attack_guard\"}");

    assertThat(seen.done("attack_guard")).isFalse();
    assertThat(seen.result("simulate_action", Json.tree("{\"actionType\":\"attack_guard\"}")))
        .isNotNull();
  }

  @Test
  void oneThatNamesNoActionIsTheOneTools() {
    assertThat(after("execute_action", "{\"actionType\":7}").called("execute_action")).isTrue();
    assertThat(after("execute_action", "{").called("execute_action")).isTrue();
  }
}
