package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Arrives.trigger;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.PeopleSay.cancel;
import static dev.playloop.loop.PeopleSay.config;
import static dev.playloop.loop.PeopleSay.deleted;
import static dev.playloop.loop.PeopleSay.halted;
import static dev.playloop.loop.PeopleSay.pause;
import static dev.playloop.loop.PeopleSay.resume;
import static dev.playloop.loop.PeopleSay.resumed;
import static dev.playloop.loop.Scenario.ada;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Schedule;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// A schedule with a fixed delay: the next tick when the last one's run has ended, exactly one at a
/// time, and never none for ever. And schedules whose ticks collapse.
class TicksTest {
  private static final Duration DELAY = Duration.ofSeconds(30);

  private static UnaryOperator<AgentConfig> schedules(Schedule... schedules) {
    return c -> c.schedules(List.of(schedules));
  }

  private static UnaryOperator<AgentConfig> walking() {
    return schedules(Schedule.after("walk", DELAY).text("Walk on."));
  }

  private static Scenario.Event after(int seconds) {
    return Scenario.after(Duration.ofSeconds(seconds));
  }

  /// The tick that is due so long after the agent was configured.
  private static String tick(int seconds) {
    return "ada-walk-" + Scenario.START.plusSeconds(seconds).toEpochMilli();
  }

  @Test
  void theFirstComesOneDelayAfterTheConfig() {
    ada(walking())
        .when(after(29))
        .then()
        .when(after(1))
        .then("turn " + tick(30) + "#1")
        .thenEvents("RunOpened")
        .thenPrompt("schedule.walk", "Walk on.");
  }

  @Test
  void theNextIsCountedFromTheEndOfTheLast() {
    ada(walking())
        .given(after(30))
        .when(after(20), says("there"))
        .then("closed " + tick(30) + " COMPLETED")
        .when(after(29))
        .then()
        .when(after(1))
        .then("turn " + tick(80) + "#1");
  }

  @Test
  void whileItsRunIsOpenNoneComes() {
    Scenario s = ada(walking()).given(after(30));
    assertThat(s.state().delays()).isEmpty();
  }

  @Test
  void itWaitsBehindAnotherRunOnce() {
    ada(walking())
        .given(message("t1", "bob"))
        .when(after(30))
        .then()
        .thenEvents("TriggerQueued")
        .when(after(20), says("hello"))
        .then("closed t1 COMPLETED", "turn " + tick(30) + "#1");
  }

  @Test
  void howeverItsRunEndsTheNextComes() {
    ada(walking())
        .given(after(30))
        .when(cancel(tick(30)))
        .then("closed " + tick(30) + " CANCELLED")
        .when(after(30))
        .then() // the call of the run before is still out
        .thenEvents("TriggerQueued");
  }

  /// It has no place in the queue: that was it, and the next is counted from there.
  @Test
  void oneThatIsDroppedIsFollowedByTheNext() {
    Scenario s = ada(walking()).given(message("t1", "bob"));
    for (int i = 0; i < 32; i++) {
      s.given(trigger("e" + i, "battle.started"));
    }
    s.when(after(30)).then("dropped " + tick(30) + " QUEUE_FULL");
    assertThat(s.state().delays())
        .singleElement()
        .satisfies(delayed -> assertThat(delayed.due()).isEqualTo(s.now.plus(DELAY)));
  }

  @Test
  void aPausedAgentHasOneWaiting() {
    ada(walking())
        .given(pause())
        .when(after(300))
        .then()
        .when(resume())
        .then("turn " + tick(30) + "#1");
  }

  @Test
  void aHaltHoldsItBackAsLongAsItLasts() {
    ada(walking())
        .given(after(10), halted("all"), after(100))
        .when(resumed(), after(19))
        .then()
        .when(after(1))
        .then("turn " + tick(130) + "#1");
  }

  @Test
  void anAgentThatIsDisabledOrDeletedHasNone() {
    assertThat(ada(walking()).given(config(c -> Configs.disabled(walking().apply(c)))).state())
        .satisfies(state -> assertThat(state.delays()).isEmpty())
        .satisfies(state -> assertThat(state.nextDeadline()).isEmpty());
    assertThat(ada(walking()).given(deleted()).state().delays()).isEmpty();
  }

  @Test
  void oneThatIsEnabledAgainBeginsAgain() {
    ada(walking())
        .given(config(c -> Configs.disabled(walking().apply(c))), after(100))
        .given(config(walking()))
        .when(after(29))
        .then()
        .when(after(1))
        .then("turn " + tick(130) + "#1");
  }

  @Test
  void aDelayThatChangesCountsFromTheChange() {
    ada(walking())
        .given(after(20), config(schedules(Schedule.after("walk", Duration.ofSeconds(60)))))
        .when(after(59))
        .then()
        .when(after(1))
        .then("turn " + tick(80) + "#1");
  }

  @Test
  void aConfigThatSaysTheSameChangesNothing() {
    ada(walking())
        .given(after(20), config(c -> walking().apply(c).enabled(true)))
        .when(after(10))
        .then("turn " + tick(30) + "#1");
  }

  /// As many as a config may have, each as late as it may be: no fold throws for it.
  @Test
  void asManyAndAsLateAsMayBe() {
    Schedule[] all = new Schedule[64];
    for (int i = 0; i < all.length; i++) {
      all[i] = Schedule.after("s" + i, Duration.ofDays(36_500));
    }
    assertThat(ada(schedules(all)).given(message("t1", "bob")).state().delays()).hasSize(64);
  }

  @Test
  void ticksThatCollapseWaitOnce() {
    ada(schedules(Schedule.every("walk", DELAY).collapsing()))
        .given(message("t1", "bob"), trigger(tick(30), "schedule.walk"))
        .when(trigger(tick(60), "schedule.walk"))
        .then("dropped " + tick(60) + " COLLAPSED")
        .when(says("hello"))
        .then("closed t1 COMPLETED", "turn " + tick(30) + "#1");
  }

  @Test
  void ticksThatDoNotCollapseAllWait() {
    ada(schedules(Schedule.every("walk", DELAY)))
        .given(message("t1", "bob"), trigger(tick(30), "schedule.walk"))
        .when(trigger(tick(60), "schedule.walk"))
        .then();
  }

  /// A schedule may be of any kind; what a player says is of that kind too, and is not lost.
  @Test
  void onlyTicksOfTheScheduleItselfCollapse() {
    ada(schedules(Schedule.every("walk", DELAY).kind("chat.message").collapsing()))
        .given(message("t1", "bob"), trigger(tick(30), "chat.message"))
        .when(message("t2", "eve"))
        .then();
  }
}
