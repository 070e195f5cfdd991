package dev.playloop.launcher.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import org.junit.jupiter.api.Test;

/// A call as people read it.
final class CallTextTest {
  private static final String ARGUMENTS = "{\"actionType\":\"attack_guard\",\"explorerId\":7}";

  private static ToolCall through(String tool, ToolCall.Check check) {
    return new ToolCall("c", tool, ARGUMENTS, check).meaning("attack_guard");
  }

  @Test
  void aCallThroughTheOneToolShowsTheActionThatItMeans() {
    ToolCall.Valid valid = new ToolCall.Valid(Json.tree("{\"explorerId\":7}"));

    assertThat(StepPrinter.call(through("execute_action", valid)))
        .isEqualTo("attack_guard(explorerId: 7)");
    assertThat(StepPrinter.call(through("simulate_action", valid).simulated()))
        .isEqualTo("simulate attack_guard(explorerId: 7)");
  }

  @Test
  void oneThatDoesNotFitShowsItToo() {
    ToolCall.Invalid invalid =
        new ToolCall.Invalid("structureId", "a whole number", "nothing", null);

    assertThat(StepPrinter.call(through("execute_action", invalid)))
        .startsWith("attack_guard(")
        .endsWith("is wrong: structureId: expected a whole number, got nothing");
  }
}
