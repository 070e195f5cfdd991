package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Action.Mode;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.testkit.Guarantee;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions.Safety;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A halt stops writes before they begin, and nothing else.
@Guarantee
class HaltedWritesTest {
  private Halts halts = Halts.NONE;

  @ParameterizedTest
  @ValueSource(strings = {"all", FakeWorld.NAME, FakeWorld.NAME + "/ada"})
  void aWriteOfAHaltedAgentIsNotBegun(String scope) throws Exception {
    Bench bench = new Bench(Safety.LEDGER);
    halt(scope);

    ActionResult result = handle(bench, Bench.strike(1), 100);

    assertThat(result.isHalted()).isTrue();
    assertThat(Objects.requireNonNull(result.error()).message())
        .isEqualTo(scope + " is halted by kim; nothing was done");
    assertThat(bench.world.calls).isEmpty();
    assertThat(bench.ledger).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void releasedAgainUnderItsIdItHappensOnce(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    halt("all");
    handle(bench, Bench.strike(1), 100);
    halts = Halts.NONE;

    assertThat(handle(bench, Bench.strike(1), 101).status()).isEqualTo(Status.DONE);
    assertThat(handle(bench, Bench.strike(1), 102).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).containsExactly(Bench.id(1));
  }

  @ParameterizedTest
  @EnumSource
  void aWriteThatWasDoneBeforeTheHaltIsFoundAfterIt(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    handle(bench, Bench.strike(1), 100);
    halt("all");
    assertThat(handle(bench, Bench.strike(1), 100).isHalted()).isTrue();
    halts = Halts.NONE;

    assertThat(handle(bench, Bench.strike(1), 101).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).containsExactly(Bench.id(1));
  }

  @ParameterizedTest
  @EnumSource
  void readsQuestionsAndOtherAgentsGoOn(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    handle(bench, Bench.strike(1), 100);
    halt("all");
    assertThat(handle(bench, Bench.look(2), 101).status()).isEqualTo(Status.DONE);
    assertThat(handle(bench, Bench.as(Mode.RECONCILE, Bench.strike(1)), 102).status())
        .isEqualTo(Status.DONE);
    halt("elsewhere");
    assertThat(handle(bench, Bench.strike(3), 103).status()).isEqualTo(Status.DONE);
  }

  @Test
  void aWriteThatWaitedInItsWorldUntilTheHaltIsNotBegun() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);
    bench.world.onSteps =
        (action, lease) -> {
          halt("all");
          lease.confirm();
          return bench.world.act(action);
        };

    assertThat(handle(bench, Bench.strike(1), 100).isHalted()).isTrue();
    assertThat(bench.world.effects).isEmpty();
    halts = Halts.NONE;
    bench.world.onSteps = (action, lease) -> bench.world.act(action);
    assertThat(handle(bench, Bench.strike(1), 101).status()).isEqualTo(Status.DONE);
  }

  /// Its intent is on the ledger by then, and nothing of it was sent.
  @Test
  void aWriteOfALedgerThatWaitedInItsWorldUntilTheHaltIsNotBegun() throws Exception {
    Bench bench = new Bench(Safety.LEDGER);
    bench.world.onSteps =
        (action, lease) -> {
          halt("all");
          lease.mayBegin();
          return bench.world.act(action);
        };

    assertThat(handle(bench, Bench.strike(1), 100).isHalted()).isTrue();
    assertThat(bench.world.effects).isEmpty();
    halts = Halts.NONE;
    bench.world.onSteps = (action, lease) -> bench.world.act(action);
    assertThat(handle(bench, Bench.strike(1), 101).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).containsExactly(Bench.id(1));
    assertThat(bench.world.calls).doesNotContain("reconcile");
  }

  /// The predecessor had sent it, and the world says that it has not happened.
  @Test
  void whatWaitsToBeSentAgainIsHeldBackToo() throws Exception {
    Bench bench = new Bench(Safety.LEDGER);
    bench.ledger.add(new LedgerEntry.Intent(Bench.id(1), Bench.START, List.of()));
    bench.restarted();
    bench.world.onReconcile = _ -> new Reconciled.Again();
    bench.world.onSteps =
        (action, lease) -> {
          halt("all");
          lease.mayBegin();
          return bench.world.act(action);
        };

    assertThat(handle(bench, Bench.strike(1), 100).isHalted()).isTrue();
    halts = Halts.NONE;
    bench.world.onSteps = (action, lease) -> bench.world.act(action);
    assertThat(handle(bench, Bench.strike(1), 101).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).containsExactly(Bench.id(1));
  }

  private void halt(String scope) {
    HaltScope halted = new HaltScope(scope);
    halts = new Halts(Map.of(halted, new Halt(1, halted, "kim", Bench.START, null)));
  }

  private ActionResult handle(Bench bench, Action action, long offset) throws Exception {
    HaltedWrites handler = new HaltedWrites(bench.handler, () -> halts);
    return bench.commit(handler.handle(action, bench.context(action, offset)));
  }
}
