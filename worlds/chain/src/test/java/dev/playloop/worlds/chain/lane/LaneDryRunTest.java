package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.lane.LaneBench.Crash;
import java.math.BigInteger;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A dry run does everything but send, and leaves nothing that anybody sends later on.
final class LaneDryRunTest extends LaneCase {
  private final LaneBench dry = LaneBench.dry(chain);

  LaneDryRunTest() {
    dry.passing = this::block;
  }

  /// An executor of the other kind takes over what the ledger has.
  private static void handOver(LaneBench from, LaneBench to) {
    to.ledger.addAll(from.ledger.subList(to.ledger.size(), from.ledger.size()));
    to.restarted();
  }

  @Test
  void aWriteIsSignedAndRefusedAndSaysThatNothingWasSent() throws Exception {
    ActionResult result = dry.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(code(result)).isEqualTo("dry_run");
    assertThat(Objects.requireNonNull(result.error()).message())
        .contains(
            "dry run", "north/0/150", "nonce 0", "2250 FRI", "not sent", "Nothing has happened");
    assertThat(result.receipts()).isEmpty();
    assertThat(chain.signed).containsExactly("north");
    assertThat(chain.arrived).isEmpty();
    assertThat(dry.told).isEmpty();
  }

  @Test
  void noNonceIsUsedAndNoFeeCounts() throws Exception {
    dry.fees = FeePolicy.capped(BigInteger.valueOf(3_000), BigInteger.valueOf(3_000));
    for (int i = 1; i <= 5; i++) {
      ActionResult result = dry.handle(LaneBench.poke(i, "north"));
      assertThat(code(result)).isEqualTo("dry_run");
      assertThat(Objects.requireNonNull(result.error()).message()).contains("nonce 0");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"after-intent", "before-outcome", "after-outcome"})
  void whereverADryRunEndsNobodySendsItLater(String where) throws Exception {
    Action action = LaneBench.poke(1, "north");
    dieIn(dry, where);
    assertThatThrownBy(() -> dry.handle(action)).isInstanceOf(Crash.class);

    handOver(dry, bench);
    ActionResult again = bench.handle(action);
    bench.actions.watchOnce();

    assertThat(code(again)).isEqualTo("dry_run");
    assertThat(chain.arrived).isEmpty();
    assertThat(dry.durable()).containsOnly("");
    assertThat(hash(bench.handle(LaneBench.poke(2, "south")))).isEqualTo("south/0/150");
  }

  @ParameterizedTest
  @ValueSource(strings = {"invalid_arguments", "not_allowed", "would_revert", "fee_cap"})
  void whatIsRefusedOtherwiseIsRefusedSo(String code) throws Exception {
    dry.forbidden = code.equals("not_allowed") ? "no such entrypoint is allowed" : null;
    if (code.equals("would_revert")) {
      chain.sureToRevert.add("north");
    }
    if (code.equals("fee_cap")) {
      dry.fees = FeePolicy.capped(BigInteger.TWO, BigInteger.TEN);
    }
    String call = code.equals("invalid_arguments") ? "nonsense" : "north";

    assertThat(code(dry.handle(LaneBench.poke(1, call)))).isEqualTo(code);
    assertThat(chain.signed).isEmpty();
  }

  @Test
  void anOpenIntentOfEarlierStaysOpenAndIsSentByWhoeverSends() throws Exception {
    Action action = LaneBench.poke(1, "north");
    dieIn(bench, "confirming");
    assertThatThrownBy(() -> bench.handle(action)).isInstanceOf(Crash.class);

    handOver(bench, dry);
    dry.actions.watchOnce();
    ActionResult open = dry.handle(action);
    ActionResult next = dry.handle(LaneBench.poke(2, "south"));

    assertThat(open.status()).isEqualTo(Status.UNKNOWN);
    assertThat(Objects.requireNonNull(open.error()).message()).contains("dry run");
    assertThat(code(next)).isEqualTo("earlier_transaction_open");
    assertThat(chain.arrived).isEmpty();
    handOver(dry, bench);
    assertThat(bench.handle(action).status()).isEqualTo(Status.DONE);
    assertThat(hash(bench.handle(LaneBench.poke(3, "west")))).isEqualTo("west/1/150");
  }

  @Test
  void whatHasVanishedIsNotSentAgain() throws Exception {
    bench.handle(LaneBench.poke(1, "north"));
    chain.arrived.clear();
    chain.reorganise(1, 5);
    chain.evict();

    handOver(bench, dry);
    dry.actions.watchOnce();
    assertThat(chain.arrived).isEmpty();

    handOver(dry, bench);
    bench.actions.watchOnce();
    assertThat(chain.arrived).containsExactly("north/0/150");
  }

  @Test
  void itIsNotMadeDearerEither() throws Exception {
    bench.passing = () -> {};
    Action action = LaneBench.poke(1, "north");
    dieIn(bench, "after-submitted");
    assertThatThrownBy(() -> bench.handle(action)).isInstanceOf(Crash.class);
    int attempts = bench.durable().size();
    dry.passing = () -> {};
    handOver(bench, dry);

    assertThat(dry.handle(action).status()).isEqualTo(Status.UNKNOWN);
    assertThat(dry.durable()).hasSize(attempts);
  }
}
