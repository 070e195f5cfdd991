package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.simulated;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.PeopleSay.deny;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.Command;
import dev.playloop.schemas.tool.ToolCall;
import org.junit.jupiter.api.Test;

/// The same valid call that the world refuses a third time ends its run, as an invalid one does: a
/// model that was told why twice, and asks again, would go on until its turns are used up.
class StuckTest {
  private static final ToolCall STATS = call("get_stats", "{}");

  private static Scenario twiceRefused(ToolCall call) {
    return ada()
        .given(message("t1", "bob"))
        .given(calls(call), refused("t1#1.1", "too_expensive"))
        .given(calls(call), refused("t1#2.1", "too_expensive"));
  }

  @Test
  void theSameCallRefusedAThirdTimeEndsTheRunAndSaysWhich() {
    Scenario s =
        twiceRefused(buy("food"))
            .when(calls(buy("food")), refused("t1#3.1", "too_expensive"))
            .then("release buy_item t1#3.1", "closed t1 STUCK");
    assertThat(s.command(Command.CloseRun.class).run().summary())
        .isEqualTo("buy_item was refused 3 times with the same arguments");
  }

  /// Whatever the world says: it is the call that leads nowhere.
  @Test
  void itCountsWithAnotherReasonToo() {
    twiceRefused(buy("food"))
        .when(calls(buy("food")), refused("t1#3.1", "closed"))
        .then("release buy_item t1#3.1", "closed t1 STUCK");
  }

  @Test
  void itCountsWhateverWasDoneInBetween() {
    twiceRefused(buy("food"))
        .given(calls(work("mine")), done("t1#3.1"))
        .when(calls(buy("food")), refused("t1#4.1", "too_expensive"))
        .then("release buy_item t1#4.1", "closed t1 STUCK");
  }

  @Test
  void otherArgumentsAreAnotherCall() {
    twiceRefused(buy("food"))
        .when(calls(buy("tools")), refused("t1#3.1", "too_expensive"))
        .then("release buy_item t1#3.1", "turn t1#4");
  }

  @Test
  void aReadThatIsRefusedCountsToo() {
    twiceRefused(STATS)
        .when(calls(STATS), refused("t1#3.1", "no_such_user"))
        .then("release get_stats t1#3.1", "closed t1 STUCK");
  }

  /// What else is out gets its answer first: nothing that happened goes untold.
  @Test
  void otherCallsOfTheAnswerAreWaitedFor() {
    twiceRefused(STATS)
        .when(calls(STATS, work("mine")), refused("t1#3.1", "no_such_user"))
        .then("release get_stats t1#3.1", "release do_work t1#3.2")
        .when(done("t1#3.2"))
        .then("closed t1 STUCK");
  }

  @Test
  void whatWasOnlySimulatedIsNotRefused() {
    ada()
        .given(message("t1", "bob"))
        .given(calls(simulated(buy("food"))), refused("t1#1.1", "too_expensive"))
        .given(calls(simulated(buy("food"))), refused("t1#2.1", "too_expensive"))
        .when(calls(simulated(buy("food"))), refused("t1#3.1", "too_expensive"))
        .then("simulate buy_item t1#3.1", "turn t1#4");
  }

  @Test
  void aPersonsNoCountsAsTheWorldsDoes() {
    ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"))
        .given(calls(buy("food")), deny("t1#1.1"))
        .given(calls(buy("food")), deny("t1#2.1"))
        .when(calls(buy("food")), deny("t1#3.1"))
        .then("closed t1 STUCK");
  }
}
