package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Arrives.question;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.reply;
import static dev.playloop.loop.ModelSays.simulated;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.refused;
import static dev.playloop.loop.WorldSays.tells;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.Command;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.tool.Effect;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What a write would come to is a read: in a lane of its own, beside others, and without any of
/// what follows from a write. What happens on the way of a real one changes nothing.
class SimulatedCallTest {
  @Test
  void aSimulationIsAReadInALaneOfItsOwn() {
    Scenario s = ada().given(message("t1", "bob")).when(calls(simulated(buy("food"))));

    Action action = s.command(Command.ReleaseAction.class).action();
    assertThat(action.mode()).isEqualTo(Action.Mode.SIMULATE);
    assertThat(action.effect()).isEqualTo(Effect.READ);
    assertThat(action.lane().value()).isEqualTo(action.action().value());
    assertThat(action.tool()).isEqualTo("buy_item");
  }

  @Test
  void simulationsGoOutTogetherAndBesideAWrite() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(simulated(buy("food")), simulated(work("farmer")), work("miner")))
        .then("simulate buy_item t1#1.1", "simulate do_work t1#1.2", "release do_work t1#1.3");
  }

  @Test
  void noPersonIsAskedForASimulation() {
    ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"))
        .when(calls(simulated(buy("food"))))
        .then("simulate buy_item t1#1.1");
  }

  @Test
  void aRefusedSimulationSkipsNoWriteAndIsShown() {
    ada()
        .given(message("t1", "bob"), calls(simulated(buy("food")), work("miner")))
        .given(refused("t1#1.1", "too_expensive"))
        .when(done("t1#1.2"))
        .then("turn t1#2")
        .thenAnswers("buy_item:refused", "do_work:done");
  }

  @Test
  void aSimulationWithoutAnAnswerTimesOutAndIsNotAskedAfter() {
    ada()
        .given(message("t1", "bob"), calls(simulated(buy("food"))))
        .when(after(Duration.ofSeconds(65)))
        .then("turn t1#2")
        .thenAnswers("buy_item:timed_out");
  }

  @Test
  void aSimulatedReplyAnswersNobodyAndEndsNoRun() {
    Scenario s =
        ada()
            .given(question("t1", "bob", "m"), calls(simulated(reply("m"))))
            .when(done("t1#1.1"))
            .then("turn t1#2");
    assertThat(Objects.requireNonNull(s.state().run()).goals().owed()).containsExactly("m");
    assertThat(s.state().run().taken().list()).isEmpty();
  }

  @Test
  void whatHappensOnTheWayEndsNothingAndNoModelSeesIt() {
    Scenario s =
        ada().given(message("t1", "bob"), calls(work("miner"))).when(tells("t1#1.1", "submitted"));

    s.then().when(done("t1#1.1")).then("turn t1#2").thenAnswers("do_work:done");
    assertThat(s.transcript().toString()).doesNotContain("submitted");
  }
}
