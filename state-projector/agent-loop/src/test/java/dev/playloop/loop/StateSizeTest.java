package dev.playloop.loop;

import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.call;
import static dev.playloop.loop.Scenario.calls;
import static dev.playloop.loop.Scenario.done;
import static dev.playloop.loop.Scenario.message;
import static dev.playloop.loop.Scenario.newTrigger;
import static dev.playloop.loop.Scenario.refused;
import static dev.playloop.loop.Scenario.trigger;
import static dev.playloop.loop.Scenario.unknown;
import static dev.playloop.loop.Scenario.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What is written of an agent on every input: bounded, and no larger in a late turn than in an
/// early one.
class StateSizeTest {
  @Test
  void stateDoesNotGrowWithTheTurnsOfARun() {
    Scenario s = ada(Configs.limits(80, null, null)).given(message("t1", "bob"));
    int third = 0;
    for (int turn = 1; turn <= 50; turn++) {
      String id = "t1#" + turn;
      s.given(calls(call("get_stats", "{}"), work("mine")), done(id + ".1"));
      s.given(turn % 2 == 0 ? done(id + ".2") : refused(id + ".2", "tired"));
      third = turn == 3 ? size(s) : third;
    }
    assertThat(s.state().messages()).isGreaterThan(150);
    assertThat(size(s) - third).as("bytes more at turn 50 than at turn 3").isLessThan(300);
  }

  @Test
  void busiestStateStaysBelowItsBound() {
    String long16k = "ü".repeat(15_900);
    Scenario s = ada().given(message("t1", "bob"));
    for (int i = 0; i < 40; i++) {
      Trigger t = newTrigger("e" + i, "battle.started", null);
      s.given(trigger(Trigger.of("e" + i, t.agent(), t.kind()).text(long16k)));
    }
    String fact = "v".repeat(500);
    s.given(calls(call("remember", "{\"key\":\"k1\",\"value\":\"" + fact + "\"}")));
    ToolCall[] writes =
        IntStream.range(0, 16)
            .mapToObj(i -> call("do_work", "{\"job\":\"" + "j".repeat(1_400) + "\"}"))
            .toArray(ToolCall[]::new);
    s.given(calls(writes), unknown("t1#2.1"));
    assertThat(size(s)).isBetween(60_000, 128 * 1024); // and a config twice fits below 256 KiB
  }

  @Test
  void hashOfTheStateCoversTheTranscript() {
    Scenario one = ada().given(message("t1", "bob"), calls(work("mine")), done("t1#1.1"));
    Scenario other = ada().given(message("t1", "bob"), calls(work("dig")), done("t1#1.1"));
    assertThat(StateHash.of(one.state())).isNotEqualTo(StateHash.of(other.state()));
    assertThat(StateHash.of(one.state())).isEqualTo(StateHash.ofJson(Json.bytes(one.state())));
  }

  @Test
  void actionsTakenReadBackAsTheyWere() {
    Taken taken = Taken.NONE;
    for (ActionResult.Status status : ActionResult.Status.values()) {
      taken = taken.and("tool-" + status, status).and("same", status);
    }
    assertThat(taken.list()).hasSize(2 * ActionResult.Status.values().length);
    assertThat(taken.list())
        .contains(
            new LoopEvent.ActionTaken("tool-UNKNOWN", ActionResult.Status.UNKNOWN),
            new LoopEvent.ActionTaken("same", ActionResult.Status.TIMED_OUT));
    assertThat(taken.tools()).hasSize(ActionResult.Status.values().length + 1);
  }

  private static int size(Scenario s) {
    return Json.bytes(s.state()).length;
  }
}
