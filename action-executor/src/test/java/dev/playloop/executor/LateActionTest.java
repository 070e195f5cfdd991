package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.RetriableException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Action.Mode;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.model.WorldActions.Safety;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What becomes of actions whose time is over, and of those whose world is away.
class LateActionTest {
  private static final Duration TOO_LATE = Duration.ofSeconds(31);

  @ParameterizedTest
  @EnumSource
  void lateActionsAreAnsweredExpiredAndTouchNothing(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.clock.turn(TOO_LATE);

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.EXPIRED);
    assertThat(bench.handle(Bench.look(2)).status()).isEqualTo(Status.EXPIRED);
    assertThat(bench.handle(Bench.as(Mode.SIMULATE, Bench.strike(3))).status())
        .isEqualTo(Status.EXPIRED);
    assertThat(bench.world.calls).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void expiredActionIsPerformedWhenItIsIssuedAgainInTime(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.clock.turn(TOO_LATE);
    bench.handle(Bench.strike(1));

    ActionResult again =
        bench.handle(Bench.until(bench.clock.instant().plusSeconds(30), Bench.strike(1)), 101);

    assertThat(again.status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).hasSize(1);
  }

  @Test
  void lateWriteThatAPredecessorPerformedIsNotCalledExpired() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);
    bench.handler.handle(Bench.strike(1), bench.context(Bench.strike(1), 7));
    bench.nextAction = 8;
    bench.restarted();
    bench.clock.turn(TOO_LATE);

    assertThat(bench.handle(Bench.strike(1), 7).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).hasSize(1);
  }

  @Test
  void lateWriteThatAPredecessorMayHavePerformedIsUnknownWhileTheWorldIsAway() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);
    bench.nextAction = 8;
    bench.restarted();
    bench.clock.turn(TOO_LATE);
    bench.world.onReconcile = away();

    assertThat(bench.handle(Bench.strike(1), 7).status()).isEqualTo(Status.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void outageIsWaitedOutAndThenTheActionIsPerformed(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onPerform = away();

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> bench.handle(Bench.strike(1)))
          .isInstanceOf(RetriableException.class);
    }
    bench.world.onPerform = bench.world::act;

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void outageBeyondNotAfterFailsAndSaysThatNothingWasDone(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onPerform = away();
    assertThatThrownBy(() -> bench.handle(Bench.strike(1))).isInstanceOf(RetriableException.class);
    assertThatThrownBy(() -> bench.handle(Bench.look(2))).isInstanceOf(RetriableException.class);
    bench.clock.turn(TOO_LATE);

    for (Action action : new Action[] {Bench.strike(1), Bench.look(2)}) {
      ActionResult result = bench.handle(action);
      assertThat(result.status()).isEqualTo(Status.FAILED);
      assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("world_unavailable");
    }
    assertThat(bench.world.effects).isEmpty();
  }

  static <A> FakeWorld.Behaviour<A> away() {
    return _ -> {
      throw new WorldUnavailable("no route to the arena", new java.io.IOException("refused"));
    };
  }
}
