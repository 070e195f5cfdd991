package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action.Mode;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions.Safety;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What a world prepares is durable before it is sent, is all there for a successor, and is sent
/// again only as it is, in time, and by the action itself.
class AttemptsTest {
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final Bench bench = new Bench(Safety.LEDGER);

  @Test
  void whatMayBeSentAgainIsSentAsItWasPreparedAndNotPreparedAnew() throws Exception {
    bench.world.prepared = Json.NODES.objectNode().put("signed", "0xabc");
    dieBeforeTheAct();
    bench.world.prepared = Json.NODES.objectNode().put("signed", "another");
    bench.world.calls.clear();
    bench.world.onReconcile = _ -> new Reconciled.Again();

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.DONE);

    assertThat(bench.world.calls).containsExactly("reconcile", "perform");
    assertThat(Objects.requireNonNull(bench.world.seenPrepared).newest())
        .isEqualTo(Json.NODES.objectNode().put("signed", "0xabc"));
    assertThat(bench.ledger)
        .extracting(LedgerEntry::getClass)
        .containsExactly(LedgerEntry.Intent.class, LedgerEntry.Outcome.class);
  }

  @Test
  void nothingIsSentAgainWhereItWasOnlyAskedFor() throws Exception {
    dieBeforeTheAct();
    bench.world.onReconcile = _ -> new Reconciled.Again();

    assertThat(bench.handle(Bench.as(Mode.RECONCILE, Bench.strike(1)), 101).status())
        .isEqualTo(Status.UNKNOWN);
    assertThat(bench.world.calls).doesNotContain("perform");
    assertThat(bench.world.effects).isEmpty();
  }

  @Test
  void nothingIsSentAgainOnceItsTimeIsOver() throws Exception {
    dieBeforeTheAct();
    bench.world.onReconcile = _ -> new Reconciled.Again();
    bench.clock.turn(Duration.ofSeconds(31));

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.UNKNOWN);
    assertThat(bench.world.effects).isEmpty();
  }

  @Test
  void eachAttemptIsDurableBeforeItIsSentAndAllAreKept() throws Exception {
    bench.world.prepared = attempt(1);
    bench.world.onSteps =
        (action, lease) -> {
          for (int number = 2; number <= LedgerEntry.Intent.MAX_ATTEMPTS; number++) {
            lease.attempt(attempt(number));
            assertThat(((LedgerEntry.Intent) bench.ledger.getLast()).attempts()).hasSize(number);
          }
          assertThatThrownBy(() -> lease.attempt(attempt(9)))
              .isInstanceOf(IllegalStateException.class);
          throw new Crash();
        };
    assertThatThrownBy(
            () -> bench.handler.handle(Bench.strike(1), bench.context(Bench.strike(1), 100)))
        .isInstanceOf(Crash.class);
    bench.restarted();

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.FAILED);

    Prepared found = Objects.requireNonNull(bench.world.seenPrepared);
    assertThat(found.attempts())
        .hasSize(LedgerEntry.Intent.MAX_ATTEMPTS)
        .startsWith(attempt(1), attempt(2));
    assertThat(found.newest()).isEqualTo(attempt(8));
  }

  private static JsonNode attempt(int number) {
    return Json.NODES.objectNode().put("nonce", 7).put("fee", number);
  }

  /// The process dies with the intent on the ledger, and another takes over.
  private void dieBeforeTheAct() {
    bench.world.onSteps =
        (action, lease) -> {
          throw new Crash();
        };
    assertThatThrownBy(
            () -> bench.handler.handle(Bench.strike(1), bench.context(Bench.strike(1), 100)))
        .isInstanceOf(Crash.class);
    bench.world.onSteps =
        (action, lease) -> {
          bench.world.calls.add("perform");
          return bench.world.act(action);
        };
    bench.restarted();
  }
}
