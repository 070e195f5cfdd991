package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.FencedException;
import dev.playloop.kit.RetriableException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Action.Mode;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.WorldActions.Safety;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Intent, act, outcome: at each point where a process may die, its successor makes one effect of
/// it, or none, or says that it does not know; never two.
class LedgerWritesTest {
  /// Where the process dies.
  enum CrashPoint {
    BEFORE_INTENT,
    AFTER_INTENT,
    AFTER_ACT,
    BEFORE_OUTCOME_IS_COMMITTED
  }

  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final Bench bench = new Bench(Safety.LEDGER);

  @ParameterizedTest
  @CsvSource({
    "BEFORE_INTENT,               DONE,   1",
    "AFTER_INTENT,                FAILED, 0",
    "AFTER_ACT,                   DONE,   1",
    "BEFORE_OUTCOME_IS_COMMITTED, DONE,   1"
  })
  void successorFindsOutWhatHappenedAndNeverActsTwice(
      CrashPoint point, Status expected, int effects) throws Exception {
    dieAt(point);

    ActionResult result = bench.handle(Bench.strike(1));

    assertThat(result.status()).isEqualTo(expected);
    assertThat(bench.world.effects).hasSize(effects);
    assertThat(bench.ledger.getLast()).isInstanceOf(LedgerEntry.Outcome.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = CrashPoint.class,
      names = {"AFTER_INTENT", "AFTER_ACT", "BEFORE_OUTCOME_IS_COMMITTED"})
  void whatTheWorldCannotTellIsUnknownAndNotPerformedAgain(CrashPoint point) throws Exception {
    bench.world.onReconcile = FakeWorld::cannotTell;
    int before = dieAt(point);

    for (int i = 0; i < 3; i++) {
      assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.UNKNOWN);
      bench.restarted();
    }

    assertThat(bench.world.effects).hasSize(before);
  }

  @Test
  void unknownWriteKeepsWhatWasPreparedToBeAskedAgain() throws Exception {
    bench.world.prepared = Json.NODES.objectNode().put("hp", 10);
    bench.world.onReconcile = FakeWorld::cannotTell;
    dieAt(CrashPoint.AFTER_ACT);
    bench.handle(Bench.strike(1));
    bench.restarted();
    bench.world.onReconcile = bench.world::tell;

    ActionResult result = bench.handle(Bench.as(Mode.RECONCILE, Bench.strike(1)), 101);

    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(bench.world.seenPrepared).isEqualTo(Prepared.of(bench.world.prepared));
  }

  @Test
  void keptResultIsAnsweredAgainAfterARestart() throws Exception {
    ActionResult first = bench.handle(Bench.strike(1));
    bench.restarted();

    assertThat(bench.handle(Bench.strike(1))).isEqualTo(first);
    assertThat(bench.world.effects).hasSize(1);
  }

  @Test
  void actionReconciledAsNotBegunIsNeverPerformedAfterwards() throws Exception {
    bench.handle(Bench.as(Mode.RECONCILE, Bench.strike(1)));
    bench.restarted();

    assertThat(bench.handle(Bench.strike(1), 101).status()).isEqualTo(Status.FAILED);
    assertThat(bench.world.effects).isEmpty();
  }

  @Test
  void expelledExecutorDoesNotAct() {
    bench.onCommit =
        () -> {
          throw Bench.fenced();
        };

    assertThatThrownBy(() -> bench.handle(Bench.strike(1))).isInstanceOf(FencedException.class);

    assertThat(bench.world.calls).containsExactly("prepare");
    assertThat(bench.world.effects).isEmpty();
  }

  @Test
  void executorThatIsExpelledInTheMidstOfAnActGoesNoFurtherAndItsSuccessorAsks() throws Exception {
    AtomicInteger confirmed = new AtomicInteger();
    bench.onConfirm =
        () -> {
          if (confirmed.incrementAndGet() == 3) {
            throw Bench.fenced();
          }
        };
    bench.world.onSteps =
        (action, lease) -> {
          for (int step = 0; step < 5; step++) {
            lease.confirm();
            bench.world.act(action);
          }
          return FakeWorld.done(action, "all five landed");
        };

    assertThatThrownBy(() -> bench.handle(Bench.strike(1))).isInstanceOf(FencedException.class);

    assertThat(bench.world.effects).hasSize(2);
    assertThat(bench.world.calls).containsExactly("prepare");
    bench.restarted();
    bench.world.onReconcile = FakeWorld::cannotTell;
    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.UNKNOWN);
    assertThat(bench.world.effects).hasSize(2);
  }

  @Test
  void intentIsDurableBeforeTheAct() throws Exception {
    bench.world.onPerform =
        action -> {
          assertThat(bench.ledger).singleElement().isInstanceOf(LedgerEntry.Intent.class);
          return bench.world.act(action);
        };

    bench.handle(Bench.strike(1));

    assertThat(bench.ledger)
        .extracting(LedgerEntry::getClass)
        .containsExactly(LedgerEntry.Intent.class, LedgerEntry.Outcome.class);
  }

  @Test
  void intentThatTookTooLongToCommitIsNotFollowedByTheAct() throws Exception {
    bench.onCommit = () -> bench.clock.turn(Duration.ofSeconds(31));

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.EXPIRED);
    assertThat(bench.world.effects).isEmpty();
  }

  @Test
  void actionThatExpiredBehindItsIntentIsPerformedOnceWhenIssuedAgain() throws Exception {
    bench.onCommit = () -> bench.clock.turn(Duration.ofSeconds(31));
    bench.handle(Bench.strike(1));
    bench.onCommit = null;
    Action again = Bench.until(bench.clock.instant().plusSeconds(30), Bench.strike(1));

    assertThat(bench.handle(again, 101).status()).isEqualTo(Status.DONE);
    bench.restarted();
    assertThat(bench.handle(again, 101).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).hasSize(1);
  }

  @Test
  void openIntentIsWaitedForWhileTheWorldIsAwayAndUnknownAfterwards() throws Exception {
    dieAt(CrashPoint.AFTER_ACT);
    bench.world.onReconcile = LateActionTest.away();

    assertThatThrownBy(() -> bench.handle(Bench.strike(1))).isInstanceOf(RetriableException.class);
    bench.clock.turn(Duration.ofSeconds(31));
    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.UNKNOWN);

    bench.world.onReconcile = bench.world::tell;
    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).hasSize(1);
  }

  @Test
  void actionValidForLongerThanOutcomesAreRememberedIsRefused() throws Exception {
    Action tooFar = Bench.until(Bench.START.plus(Duration.ofHours(2)), Bench.strike(1));

    ActionResult result = bench.handle(tooFar);

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(Objects.requireNonNull(result.error()).field()).isEqualTo("notAfter");
    assertThat(bench.world.effects).isEmpty();
  }

  @Test
  void readsLeaveNoTraceOnTheLedger() throws Exception {
    bench.handle(Bench.look(1));

    assertThat(bench.ledger).isEmpty();
    assertThat(bench.world.calls).containsExactly("look");
  }

  /// Handles an action until the process dies at `point`, and lets a new one take over; returns the
  /// effects made by then.
  private int dieAt(CrashPoint point) throws InterruptedException {
    Action action = Bench.strike(1);
    switch (point) {
      case BEFORE_INTENT ->
          bench.onCommit =
              () -> {
                throw new Crash();
              };
      case AFTER_INTENT ->
          bench.world.onPerform =
              a -> {
                throw new Crash();
              };
      case AFTER_ACT ->
          bench.world.onPerform =
              a -> {
                bench.world.act(a);
                throw new Crash();
              };
      case BEFORE_OUTCOME_IS_COMMITTED -> {}
    }
    if (point == CrashPoint.BEFORE_OUTCOME_IS_COMMITTED) {
      bench.handler.handle(action, bench.context(action, 100));
    } else {
      assertThatThrownBy(() -> bench.handler.handle(action, bench.context(action, 100)))
          .isInstanceOf(Crash.class);
    }
    bench.onCommit = null;
    bench.world.onPerform = bench.world::act;
    bench.restarted();
    return bench.world.effects.size();
  }

  @Test
  void behindALedgerThatCantBeReadWholeNoOlderActionIsBegun() throws Exception {
    Bench bench = new Bench(Safety.LEDGER);
    bench.whole = false;
    bench.nextAction = 50;
    bench.restarted();
    bench.world.onReconcile = FakeWorld::cannotTell;

    assertThat(bench.handle(Bench.strike(1), 49).status()).isEqualTo(Status.UNKNOWN);
    assertThat(bench.handle(Bench.as(Mode.RECONCILE, Bench.strike(1)), 60).status())
        .isEqualTo(Status.UNKNOWN);
    assertThat(bench.world.effects).isEmpty();
    assertThat(bench.handle(Bench.strike(2), 51).status()).as("a newer one").isEqualTo(Status.DONE);
  }
}
