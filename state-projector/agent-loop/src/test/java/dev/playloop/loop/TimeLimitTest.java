package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.inSlowWorld;
import static dev.playloop.loop.WorldSays.expired;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.AgentConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// A tool may declare its time limit: until when its calls may be begun, and when they are given
/// up, follow from it, and from the agent's where that is shorter.
class TimeLimitTest {
  private static final Duration GRACE = LoopPolicy.DEFAULT.grace();
  private static final Duration DIG = Duration.ofMinutes(2);
  private static final Duration MOMENT = Duration.ofMillis(1);

  private static Duration given(Scenario s) {
    Instant notAfter = s.command(Command.ReleaseAction.class).action().notAfter();
    return Duration.between(s.now, notAfter);
  }

  private static Scenario digging(UnaryOperator<AgentConfig> change) {
    return inSlowWorld(change)
        .given(message("t1", "bob"))
        .when(calls(call("dig_mine", "{}")))
        .then("release dig_mine t1#1.1");
  }

  @Test
  void aToolsOwnLimitMovesWhatFollowsFromIt() {
    Scenario s = digging(c -> c);
    assertThat(given(s)).isEqualTo(DIG);

    s.when(after(DIG.plus(DIG).plus(GRACE).minus(MOMENT)))
        .then()
        .when(after(MOMENT))
        .then("reconcile dig_mine t1#1.1");

    assertThat(given(s)).isEqualTo(DIG);
    s.when(after(DIG.plus(DIG).plus(GRACE).minus(MOMENT)))
        .then()
        .when(after(MOMENT))
        .then("reconcile dig_mine t1#1.1");
  }

  @Test
  void aReadIsGivenUpByItsOwnShorterLimit() {
    Scenario s = inSlowWorld().given(message("t1", "bob")).when(calls(call("glance_around", "{}")));
    assertThat(given(s)).isEqualTo(Duration.ofSeconds(5));

    s.when(after(Duration.ofSeconds(15).minus(MOMENT)))
        .then()
        .when(after(MOMENT))
        .then("turn t1#2");
    s.thenAnswers("glance_around:timed_out");
  }

  @Test
  void anAgentsShorterLimitWins() {
    Scenario s = digging(Configs.actionTimeout(Duration.ofSeconds(10)));
    assertThat(given(s)).isEqualTo(Duration.ofSeconds(10));
    s.when(after(Duration.ofSeconds(25).minus(MOMENT)))
        .then()
        .when(after(MOMENT))
        .then("reconcile dig_mine t1#1.1");
  }

  @Test
  void anAgentsLongerLimitDoesNot() {
    assertThat(given(digging(Configs.actionTimeout(Duration.ofMinutes(5))))).isEqualTo(DIG);
  }

  @Test
  void aToolWithoutOneHasTheAgents() {
    Scenario s = inSlowWorld(Configs.actionTimeout(Duration.ofMinutes(5)));
    s.given(message("t1", "bob")).when(calls(work("mine")));
    assertThat(given(s)).isEqualTo(Duration.ofMinutes(5));
  }

  /// An answer from before its time was over is of an earlier issue, and says nothing of this one.
  @Test
  void whatExpiresBeforeItsTimeIsNotBelieved() {
    Scenario early = digging(c -> c);
    early.when(after(DIG.minus(MOMENT)), expired("t1#1.1")).then();
    early.when(after(DIG.plus(GRACE).plus(MOMENT))).then("reconcile dig_mine t1#1.1");

    Scenario late = digging(c -> c);
    late.when(after(DIG), expired("t1#1.1")).then();
    late.when(after(DIG.plus(GRACE))).then("release dig_mine t1#1.1");
  }
}
