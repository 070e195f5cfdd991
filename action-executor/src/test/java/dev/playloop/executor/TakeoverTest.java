package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.Guarantee;
import dev.playloop.worlds.model.WorldActions.Safety;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What a world is told of the ledger when its executor gains and loses a partition.
@Guarantee
class TakeoverTest {
  private final Bench bench = new Bench(Safety.LEDGER);

  @Test
  void theWorldHearsOfWhatIsOpenAndOfWhatItKeptBeforeItsFirstAction() throws Exception {
    bench.world.prepared = Json.NODES.objectNode().put("nonce", 5);
    bench.world.keeps = true;
    bench.handle(Bench.strike(1));
    LedgerEntry open = new LedgerEntry.Intent(Bench.id(2), Bench.START, List.of());
    bench.ledger.add(open);

    bench.restarted();

    assertThat(bench.world.takenOver).containsExactly(bench.ledger.get(1), open);
  }

  @Test
  void ofWhatEndedAndKeptNothingItHearsNothing() throws Exception {
    bench.handle(Bench.strike(1));
    bench.restarted();

    assertThat(bench.ledger).hasSize(2);
    assertThat(bench.world.takenOver).isEmpty();
    assertThat(bench.handle(Bench.strike(1)).status()).as("a duplicate").isEqualTo(Status.DONE);
    assertThat(bench.ledger).hasSize(2);
  }

  @Test
  void noActionIsHandledWhereTheWorldWasNotTold() {
    bench.world.onTakeover =
        () -> {
          throw new IllegalStateException("broken");
        };

    assertThatThrownBy(bench::restarted).isInstanceOf(IllegalStateException.class);

    assertThatThrownBy(() -> bench.handle(Bench.strike(1)))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void theWorldHearsOfALostPartition() {
    bench.handler.partitions().lost(Bench.PARTITION);

    assertThat(bench.world.lost).containsExactly(Bench.PARTITION);
  }

  @Test
  void whatWasPreparedStaysWithTheOutcomeWhereTheWorldAsksForIt() throws Exception {
    bench.world.prepared = Json.NODES.objectNode().put("nonce", 5);
    bench.world.keeps = true;
    bench.handle(Bench.strike(1));

    assertThat(((LedgerEntry.Outcome) bench.ledger.getLast()).attempts())
        .singleElement()
        .satisfies(attempt -> assertThat(attempt.prepared()).isEqualTo(bench.world.prepared));
    assertThat(bench.handle(Bench.strike(1)).status()).as("a duplicate").isEqualTo(Status.DONE);
    assertThat(bench.ledger).as("and writes nothing over it").hasSize(2);
  }

  @Test
  void otherWorldsKeepNothingBeyondTheOutcome() throws Exception {
    bench.world.prepared = Json.NODES.objectNode().put("hp", 10);
    bench.handle(Bench.strike(1));

    assertThat(((LedgerEntry.Outcome) bench.ledger.getLast()).attempts()).isEmpty();
  }

  @Test
  void whatIsKeptOfAnOutcomeDoesNotFillTheMemory() {
    LedgerView view = new LedgerView(Duration.ofHours(1));
    LedgerEntry.Attempt attempt =
        new LedgerEntry.Attempt(Bench.START, Json.NODES.objectNode().put("nonce", 5));
    LedgerEntry.Intent intent = new LedgerEntry.Intent(Bench.id(1), Bench.START, List.of(attempt));
    view.put(
        new LedgerEntry.Outcome(Bench.id(1), Bench.START, FakeWorld.done(Bench.strike(1), "landed"))
            .with(intent.attempts()));

    assertThat(((LedgerEntry.Outcome) Objects.requireNonNull(view.find(Bench.id(1)))).attempts())
        .isEmpty();
  }
}
