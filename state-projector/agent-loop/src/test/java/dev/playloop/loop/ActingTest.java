package dev.playloop.loop;

import static dev.playloop.loop.Arrives.afterHops;
import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.reply;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.WorldSays.actionId;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.refused;
import static dev.playloop.loop.WorldSays.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.Command;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Rules 4, 5 and 10: reads and writes, one answer for each call, teaching, and the view after a
/// write.
class ActingTest {
  private static final ToolCall STATS = call("get_stats", "{}");
  private static final ToolCall MARKET = call("get_market", "");

  @Test
  void readsRunTogetherAndAnswersStandInCallOrder() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(STATS, MARKET))
        .then("release get_stats t1#1.1", "release get_market t1#1.2")
        .when(done("t1#1.2"))
        .then()
        .when(done("t1#1.1"))
        .then("turn t1#2")
        .thenAnswers("get_stats:done", "get_market:done");
  }

  @Test
  void whatAToolShowsStandsBesideItsAnswer() {
    Part.Image screen = new Part.Image("ab", "file:///ab.png", "image/png");
    Scenario s =
        ada()
            .given(message("t1", "bob"))
            .when(calls(STATS, MARKET))
            .when(
                result(
                    ActionResult.done(
                            WorldSays.actionId("t1#1.1"),
                            Configs.ADA,
                            Json.NODES.objectNode(),
                            null)
                        .showing(List.of(screen))))
            .when(done("t1#1.2"))
            .then("turn t1#2");
    assertThat(s.transcript())
        .filteredOn(Message.ToolOutput.class::isInstance)
        .extracting(message -> ((Message.ToolOutput) message).shown())
        .containsExactly(List.of(screen), null);
  }

  @Test
  void writesRunOneAtATimeInTheModelsOrder() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(work("mine"), buy("food")))
        .then("release do_work t1#1.1")
        .when(done("t1#1.1"))
        .then("release buy_item t1#1.2")
        .when(done("t1#1.2"))
        .then("turn t1#2");
  }

  @Test
  void readsAndTheFirstWriteGoOutTogether() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(work("mine"), STATS, buy("food")))
        .then("release get_stats t1#1.2", "release do_work t1#1.1");
  }

  @Test
  void writesAfterAFailedOneAreSkipped() {
    Scenario s =
        ada()
            .given(message("t1", "bob"), calls(buy("food"), work("mine"), STATS), done("t1#1.3"))
            .when(refused("t1#1.1", "insufficient_gold"))
            .then("turn t1#2")
            .thenAnswers("buy_item:refused", "do_work:skipped", "get_stats:done")
            .thenPrompt("insufficient_gold", "Adjust your plan");
    s.when(says("I give up"));
    assertThat(s.closed().actions())
        .containsExactly(
            new LoopEvent.ActionTaken("get_stats", ActionResult.Status.DONE),
            new LoopEvent.ActionTaken("buy_item", ActionResult.Status.REFUSED),
            new LoopEvent.ActionTaken("do_work", ActionResult.Status.SKIPPED));
  }

  @Test
  void failedReadLetsWritesGoOn() {
    ada()
        .given(message("t1", "bob"), calls(STATS, work("mine"), buy("food")))
        .when(refused("t1#1.1", "no"), done("t1#1.2"))
        .then("release buy_item t1#1.3");
  }

  @Test
  void hugeOutputIsCutWithANote() {
    Scenario s =
        ada()
            .given(message("t1", "bob"), calls(STATS))
            .when(
                result(
                    ActionResult.done(
                        WorldSays.actionId("t1#1.1"),
                        Configs.ADA,
                        Json.NODES.stringNode("ä".repeat(100_000)),
                        null)))
            .then("turn t1#2")
            .thenPrompt("ask for less");
    assertThat(s.promptText().length()).isLessThan(40_000);
  }

  @Test
  void receiptsReachTheModelWhereThereAreAny() {
    ActionResult done =
        ActionResult.done(
            actionId("t1#1.1"), Configs.ADA, Json.NODES.objectNode().put("gold", 3), null);
    ada()
        .given(message("t1", "bob"), calls(work("mine")))
        .when(result(done.receipts(List.of("0xabc", "sha256:12"))))
        .then("turn t1#2")
        .thenPrompt("{\"gold\":3},\"receipts\":[\"0xabc\",\"sha256:12\"]}");
    ada()
        .given(message("t1", "bob"), calls(work("mine")))
        .when(result(done))
        .then("turn t1#2")
        .thenPrompt("{\"gold\":3}}")
        .thenPromptLacks("receipts");
  }

  /// A world may give any number of any length: what the model sees of them is bounded.
  @Test
  void receiptsOfAnOutputThatIsCutAreKeptWithinBounds() {
    ActionResult done =
        ActionResult.done(
            actionId("t1#1.1"), Configs.ADA, Json.NODES.stringNode("ä".repeat(100_000)), null);
    Scenario s =
        ada()
            .given(message("t1", "bob"), calls(work("mine")))
            .when(result(done.receipts(Collections.nCopies(1_000, "r".repeat(1_000)))))
            .then("turn t1#2")
            .thenPrompt("ask for less");
    assertThat(s.promptText().length()).isLessThan(40_000);
    assertThat(s.promptText().split("r{200}", -1)).hasSize(9);
  }

  @Test
  void actionsCarryTheChainsHopsLanesAndIdentity() {
    Scenario s =
        ada().given(afterHops("t1", 3)).when(calls(call("press_button", "{\"button\":\"A\"}")));
    Action action = s.command(Command.ReleaseAction.class).action();
    assertThat(action.hops()).isEqualTo(4);
    assertThat(action.lane().value()).isEqualTo("test:console");
    assertThat(action.actor()).isEqualTo("ada");
    assertThat(action.notAfter()).isEqualTo(Scenario.START.plusSeconds(30));
  }

  @Test
  void replyThatEndsTheRunEndsIt() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(reply("m")), done("t1#1.1"))
        .then("release reply_to_message t1#1.1", "closed t1 COMPLETED");
  }

  @Test
  void replyBesideAReadDoesNotEndTheRun() {
    ada()
        .given(message("t1", "bob"), calls(reply("m"), STATS), done("t1#1.1"))
        .when(done("t1#1.2"))
        .then("turn t1#2");
  }

  @Test
  void failedReplyDoesNotEndTheRun() {
    ada()
        .given(message("t1", "bob"), calls(reply("m")))
        .when(refused("t1#1.1", "not_your_message"))
        .then("turn t1#2");
  }
}
