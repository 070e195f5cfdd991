package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.testkit.Guarantee;
import dev.playloop.worlds.chain.lane.LaneBench.Crash;
import dev.playloop.worlds.chain.node.WireFault;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a lane promises, over the wire: the same on each chain that there is.
@Guarantee
public abstract class LandingContract extends ForkingContract {
  @Test
  void aWriteLandsAndIsProvedByItsReceipt() throws Exception {
    ChainPlace at = ours(false);

    ActionResult result = bench(at).handle(bench(at).act(1, transfer(at, 7)));

    assertThat(result.error()).isNull();
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(result.receipts()).singleElement().asString().startsWith("0x");
    assertThat(Objects.requireNonNull(result.output()).path("fee").asString()).matches("\\d{10,}");
    assertThat(sunk(at)).isEqualTo(7);
    assertThat(at.nonce(who)).isEqualTo(1);
  }

  @Test
  void aSureRevertIsRefusedAndItsNonceIsNotUsed() throws Exception {
    ChainPlace at = ours(false);
    LaneBench bench = bench(at);
    int before = at.proxy().delivered(at.sending());
    BigInteger tooMuch = BigInteger.TWO.pow(96);

    ActionResult result = bench.handle(bench.act(1, at.giving(sink, tooMuch)));

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("would_revert");
    assertThat(result.error().message()).containsIgnoringCase("insufficient").hasSizeLessThan(200);
    assertThat(at.nonce(who)).isZero();
    assertThat(at.proxy().delivered(at.sending())).isEqualTo(before);
  }

  @Test
  void whatIsRevertedAllTheSameHasFailedPaidAndUsedItsNonce() throws Exception {
    ChainPlace at = place(false);
    LaneBench bench = bench(at);
    at.enrich(who);
    long enriched = at.head();
    String all = at.giving(sink, WHOLE.multiply(BigInteger.valueOf(1_001)));
    bench.places = at("confirming", () -> at.abortFrom(enriched)); // after its simulation

    ActionResult result = bench.handle(bench.act(1, all));

    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("reverted");
    assertThat(result.error().message()).containsIgnoringCase("insufficient balance");
    assertThat(Objects.requireNonNull(result.output()).path("fee").asString()).matches("\\d{10,}");
    assertThat(at.nonce(who)).isEqualTo(1);
    assertThat(bench.handle(bench.act(2, transfer(at, 1))).status()).isEqualTo(Status.DONE);
  }

  @ParameterizedTest
  @EnumSource(WireFault.class)
  void whateverTheWireDoesToASendingTheWriteLandsOnce(WireFault fault) throws Exception {
    ChainPlace at = ours(false);
    LaneBench bench = bench(at);
    at.proxy().slowBy(Duration.ofMillis(50)).next(at.sending(), fault);

    assertThat(bench.handle(bench.act(1, transfer(at, 7))).status()).isEqualTo(Status.DONE);

    assertThat(sunk(at)).isEqualTo(7);
    assertThat(at.nonce(who)).isEqualTo(1);
  }

  @Test
  void onABadLineEachWriteLandsOnce() throws Exception {
    ChainPlace at = ours(false);
    LaneBench bench = bench(at);
    at.proxy().slowBy(Duration.ofMillis(20)).seeded(15, 15);
    for (int i = 1; i <= 6; i++) {
      ActionResult result = persistently(bench, bench.act(i, transfer(at, 1L << (4 * i))));
      assertThat(result.status()).as("write %d: %s", i, result).isEqualTo(Status.DONE);
    }
    at.proxy().heal();

    assertThat(sunk(at)).isEqualTo(0x1111110);
    assertThat(at.nonce(who)).isEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "before-intent",
        "after-intent",
        "confirming",
        "after-submitted",
        "watching",
        "after-pre-confirmed",
        "before-outcome",
        "after-outcome"
      })
  void whereverTheExecutorDiesTheWriteLandsOnce(String where) throws Exception {
    ChainPlace at = ours(true);
    LaneBench bench = bench(at);
    bench.passing = () -> block(at);
    bench.places =
        at(
            where,
            () -> {
              bench.places = new LaneBench.Places() {};
              throw new Crash(where);
            });
    Action action = bench.act(1, transfer(at, 7));
    assertThatThrownBy(() -> bench.handle(action)).isInstanceOf(Crash.class);
    bench.restarted();

    assertThat(bench.handle(action).status()).isEqualTo(Status.DONE);
    assertThat(bench.handle(bench.act(2, transfer(at, 16))).status()).isEqualTo(Status.DONE);

    assertThat(sunk(at)).isEqualTo(23);
    assertThat(at.nonce(who)).isEqualTo(2);
  }

  @Test
  void whereBlocksAreSlowTheWriteIsPreConfirmedFirst() throws Exception {
    ChainPlace at = ours(true);
    LaneBench bench = bench(at);
    bench.passing = () -> block(at);

    assertThat(bench.handle(bench.act(1, transfer(at, 7))).status()).isEqualTo(Status.DONE);
    assertThat(bench.told).containsExactly("submitted", "pre-confirmed");
  }
}
