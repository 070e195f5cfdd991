package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.WorldSays.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Calls that never leave the loop: what is wrong with them is told to the model.
class TeachingTest {
  private static final ToolCall STATS = call("get_stats", "{}");

  @Test
  void invalidArgumentsNeverLeaveTheLoop() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(call("buy_item", "{\"item\":\"food\",\"quantitty\":-1}")))
        .then("turn t1#2")
        .thenAnswers("buy_item:invalid")
        .thenPrompt("\"code\":\"invalid_arguments\"", "did you mean 'quantity'?");
  }

  @Test
  void outOfBoundsNumberNamesFieldAndRange() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(call("buy_item", "{\"item\":\"food\",\"quantity\":-5}")))
        .thenPrompt("from 1 to 99", "\"field\":\"quantity\"");
  }

  @Test
  void argumentsThatAreNoJsonAreTaught() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(call("buy_item", "{\"item\":")))
        .then("turn t1#2")
        .thenPrompt("text that is no JSON");
  }

  @Test
  void reasonersVerdictIsCheckedAgain() {
    ToolCall wrong =
        new ToolCall(
            "c", "buy_item", "{}", new ToolCall.Valid(Json.tree("{\"item\":7,\"quantity\":1}")));
    ada()
        .given(message("t1", "bob"))
        .when(calls(wrong))
        .then("turn t1#2")
        .thenAnswers("buy_item:invalid");
  }

  @Test
  void unknownToolGetsTheNearestName() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(call("buy_items", "{}")))
        .then("turn t1#2")
        .thenAnswers("buy_items:invalid")
        .thenPrompt("did you mean buy_item?");
  }

  @Test
  void toolOutsideTheBoundariesIsRefused() {
    ada(Configs.tools("get_stats", "do_work"))
        .given(message("t1", "bob"))
        .when(calls(buy("food"), call("do_work", "{\"job\":\"mine\"}")))
        .then("turn t1#2")
        .thenAnswers("buy_item:not_allowed", "do_work:skipped");
  }

  @Test
  void readOutsideTheBoundariesIsRefusedToo() {
    ada(Configs.tools("do_work"))
        .given(message("t1", "bob"))
        .when(calls(STATS))
        .then("turn t1#2")
        .thenAnswers("get_stats:not_allowed");
  }

  @Test
  void internalWriteIsUnknownToTheModel() {
    Scenario.ada(TestWorld.WITH_MEMORIES)
        .given(message("t1", "bob"))
        .when(calls(call("remember_run", "{}")))
        .then("turn t1#2")
        .thenAnswers("remember_run:invalid");
  }

  @Test
  void invalidWriteSkipsTheWritesBehindIt() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(call("buy_item", "{}"), work("mine"), STATS))
        .then("release get_stats t1#1.3")
        .when(done("t1#1.3"))
        .then("turn t1#2")
        .thenAnswers("buy_item:invalid", "do_work:skipped", "get_stats:done");
  }

  @Test
  void sameInvalidCallThreeTimesIsStuck() {
    ToolCall wrong = call("buy_item", "{\"quantity\":1}");
    ada()
        .given(message("t1", "bob"), calls(wrong), calls(wrong, STATS), done("t1#2.2"))
        .when(calls(wrong))
        .then("closed t1 STUCK");
  }

  @Test
  void differentInvalidCallsAreNotStuck() {
    ada()
        .given(message("t1", "bob"), calls(call("a1", "{}")), calls(call("a2", "{}")))
        .when(calls(call("a3", "{}")))
        .then("turn t1#4");
  }

  @Test
  void fiftyParallelCallsAreBounded() {
    ToolCall[] fifty = IntStream.range(0, 50).mapToObj(i -> STATS).toArray(ToolCall[]::new);
    Scenario s = ada().given(message("t1", "bob")).when(calls(fifty));
    for (int k = 1; k <= 16; k++) {
      s.given(done("t1#1." + k));
    }
    assertThat(s.openTurn().number()).isEqualTo(2);
    s.thenPrompt("too_many_calls");
    assertThat(s.body().messages()).hasSize(1 + 1 + 1 + 50 + 0);
  }

  @Test
  void hugeArgumentsAreRefused() {
    String item = "x".repeat(30_000);
    ada()
        .given(message("t1", "bob"))
        .when(calls(buy(item)))
        .then("turn t1#2")
        .thenAnswers("buy_item:refused");
  }

  @Test
  void actionLimitIsTaughtOnceThenEndsTheRun() {
    ada(Configs.limits(10, 1, null))
        .given(message("t1", "bob"), calls(work("mine")), done("t1#1.1"))
        .when(calls(work("mine")))
        .then("turn t1#3")
        .thenPrompt("the limit of 1 actions")
        .when(calls(work("mine")))
        .then("closed t1 OUT_OF_ACTIONS");
  }
}
