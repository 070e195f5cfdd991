package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.StarknetBackend;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.lane.LaneBench.Crash;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.WireFault;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a lane promises, over the wire: the same on each chain that there is.
abstract class LandingContract {
  private static final String SEND = "starknet_addInvokeTransaction";
  private static final AtomicInteger TESTS = new AtomicInteger();

  /// To whom this test gives, and nobody else does.
  private final Felt sink = Felt.of(0x51cc00L + TESTS.incrementAndGet());

  private static final BigInteger STRK = BigInteger.TEN.pow(18);

  private @Nullable ChainPlace place;

  /// Whose account this test has: on a chain that is not its own, nobody else's.
  private int who;

  /// A new chain with some accounts.
  ///
  /// @param onDemand whether blocks come only when they are asked for
  /// @param folder where its blocks are kept; null: nowhere
  abstract ChainPlace open(boolean onDemand, @Nullable Path folder) throws InterruptedException;

  @AfterEach
  void close() {
    if (place != null) {
      place.close();
    }
  }

  /// As [#open], once for all tests that do no harm to it.
  abstract ChainPlace shared(boolean onDemand) throws InterruptedException;

  private ChainPlace ours(boolean onDemand) throws InterruptedException {
    ChainPlace at = shared(onDemand);
    at.proxy().heal();
    who = at.nextAccount();
    return at;
  }

  private ChainPlace place(boolean onDemand) throws InterruptedException {
    place = open(onDemand, null);
    return place;
  }

  private LaneBench bench(ChainPlace at) throws InterruptedException {
    LaneBench bench = at.bench(who);
    bench.fees =
        FeePolicy.capped(
            STRK.multiply(BigInteger.valueOf(50)), STRK.multiply(BigInteger.valueOf(500)));
    return bench;
  }

  private String transfer(long fri) {
    return "transfer " + sink + " " + Felt.of(fri) + " 0x0";
  }

  private long sunk(ChainPlace at) throws InterruptedException {
    return at.node()
        .call(new ContractCall(StarknetBackend.STRK, "balance_of", List.of(sink)), BlockTag.LATEST)
        .getFirst()
        .toLong();
  }

  @Test
  void aWriteLandsAndIsProvedByItsReceipt() throws Exception {
    ChainPlace at = ours(false);

    ActionResult result = bench(at).handle(bench(at).act(1, transfer(7)));

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
    int before = at.proxy().delivered(SEND);
    String all = "transfer " + sink + " 0xffffffffffffffffffffffff 0x0";

    ActionResult result = bench.handle(bench.act(1, all));

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("would_revert");
    assertThat(result.error().message()).containsIgnoringCase("insufficient").hasSizeLessThan(200);
    assertThat(at.nonce(who)).isZero();
    assertThat(at.proxy().delivered(SEND)).isEqualTo(before);
  }

  @Test
  void whatIsRevertedAllTheSameHasFailedPaidAndUsedItsNonce() throws Exception {
    ChainPlace at = place(false);
    LaneBench bench = bench(at);
    at.control().mint(at.account(0), 2_000_000_000_000_000_000L);
    long minted = at.node().latest().number();
    String all =
        "transfer " + sink + " " + Felt.of(STRK.multiply(BigInteger.valueOf(1_001))) + " 0x0";
    bench.places = at("confirming", () -> at.control().abortBlocks(minted)); // after its simulation

    ActionResult result = bench.handle(bench.act(1, all));

    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("reverted");
    assertThat(result.error().message()).containsIgnoringCase("insufficient balance");
    assertThat(Objects.requireNonNull(result.output()).path("fee").asString()).matches("\\d{10,}");
    assertThat(at.nonce(who)).isEqualTo(1);
    assertThat(bench.handle(bench.act(2, transfer(1))).status()).isEqualTo(Status.DONE);
  }

  @ParameterizedTest
  @EnumSource(WireFault.class)
  void whateverTheWireDoesToASendingTheWriteLandsOnce(WireFault fault) throws Exception {
    ChainPlace at = ours(false);
    LaneBench bench = bench(at);
    at.proxy().slowBy(Duration.ofMillis(50)).next(SEND, fault);

    assertThat(bench.handle(bench.act(1, transfer(7))).status()).isEqualTo(Status.DONE);

    assertThat(sunk(at)).isEqualTo(7);
    assertThat(at.nonce(who)).isEqualTo(1);
  }

  @Test
  void onABadLineEachWriteLandsOnce() throws Exception {
    ChainPlace at = ours(false);
    LaneBench bench = bench(at);
    at.proxy().slowBy(Duration.ofMillis(20)).seeded(15, 15);
    for (int i = 1; i <= 6; i++) {
      ActionResult result = persistently(bench, bench.act(i, transfer(1L << (4 * i))));
      assertThat(result.status()).as("write %d: %s", i, result).isEqualTo(Status.DONE);
    }
    at.proxy().heal();

    assertThat(sunk(at)).isEqualTo(0x1111110);
    assertThat(at.nonce(who)).isEqualTo(6);
  }

  /// As an executor does while the world is away.
  private static ActionResult persistently(LaneBench bench, Action action)
      throws InterruptedException {
    for (int i = 0; i < 100; i++) {
      try {
        return bench.handle(action);
      } catch (WorldUnavailable e) {
        bench.restarted();
      }
    }
    throw new AssertionError("away for good");
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
    Action action = bench.act(1, transfer(7));
    assertThatThrownBy(() -> bench.handle(action)).isInstanceOf(Crash.class);
    bench.restarted();

    assertThat(bench.handle(action).status()).isEqualTo(Status.DONE);
    assertThat(bench.handle(bench.act(2, transfer(16))).status()).isEqualTo(Status.DONE);

    assertThat(sunk(at)).isEqualTo(23);
    assertThat(at.nonce(who)).isEqualTo(2);
  }

  @Test
  void whatAReorganisationUndidIsSentAgainBeforeANewNonce() throws Exception {
    ChainPlace at = place(false);
    LaneBench bench = bench(at);
    ActionResult first = bench.handle(bench.act(1, transfer(7)));
    at.control().abortBlocks(Objects.requireNonNull(first.worldVersion()));
    assertThat(at.nonce(who)).as("gone").isZero();

    ActionResult second = bench.handle(bench.act(2, transfer(16)));

    assertThat(second.status()).isEqualTo(Status.DONE);
    assertThat(sunk(at)).isEqualTo(23);
    assertThat(at.node().status(Felt.hex(first.receipts().getFirst()))).isNotNull();
  }

  @Test
  void whatAReorganisationUndidIsFoundByASuccessorThatNobodyAsks() throws Exception {
    ChainPlace at = place(false);
    LaneBench bench = bench(at);
    ActionResult first = bench.handle(bench.act(1, transfer(7)));
    at.control().abortBlocks(Objects.requireNonNull(first.worldVersion()));
    bench.restarted();

    bench.actions.watchOnce();

    assertThat(sunk(at)).isEqualTo(7);
  }

  @Test
  void aReorganisationInTheMidstOfAWriteDoesNotLoseIt() throws Exception {
    ChainPlace at = place(true);
    LaneBench bench = bench(at);
    boolean[] undone = new boolean[1];
    bench.passing =
        () -> {
          block(at);
          if (!undone[0]) {
            undone[0] = true;
            abortNewest(at);
          }
        };

    assertThat(bench.handle(bench.act(1, transfer(7))).status()).isEqualTo(Status.DONE);
    assertThat(sunk(at)).isEqualTo(7);
    assertThat(bench.told).contains("resent");
  }

  @Test
  void aForeignWriterStopsTheLane() throws Exception {
    ChainPlace at = ours(false);
    LaneBench bench = bench(at);
    bench.handle(bench.act(1, transfer(7)));
    at.send(
        0, new ContractCall(StarknetBackend.STRK, "approve", List.of(sink, Felt.ONE, Felt.ZERO)));

    ActionResult refused = bench.handle(bench.act(2, transfer(16)));

    assertThat(Objects.requireNonNull(refused.error()).code()).isEqualTo("lane_stopped");
    assertThat(refused.error().message()).contains("somebody else writes for account");
    assertThat(sunk(at)).isEqualTo(7);
  }

  @Test
  void anEmptyChainOnTheSamePortGetsNothing() throws Exception {
    ChainPlace at = place(false);
    LaneBench bench = bench(at);
    bench.handle(bench.act(1, transfer(7)));
    int before = at.proxy().delivered(SEND);
    at.replaceByEmpty();

    ActionResult refused = persistently(bench, bench.act(2, transfer(16)));
    bench.actions.watchOnce();

    assertThat(Objects.requireNonNull(refused.error()).code()).isEqualTo("lane_stopped");
    assertThat(refused.error().message()).contains("the node answers for another chain");
    assertThat(at.proxy().delivered(SEND)).isEqualTo(before);
  }

  @Test
  void aNodeThatWasKilledAndKeptItsBlocksIsStillTheSameChain(@TempDir Path folder)
      throws Exception {
    ChainPlace at = open(false, folder);
    place = at;
    LaneBench bench = bench(at);
    bench.handle(bench.act(1, transfer(7)));
    at.restart();

    assertThat(persistently(bench, bench.act(2, transfer(16))).status()).isEqualTo(Status.DONE);
    assertThat(sunk(at)).isEqualTo(23);
    assertThat(at.nonce(who)).isEqualTo(2);
  }

  @Test
  void aPriceThatRisesBeforeTheSendingIsPaidByADearerAttempt() throws Exception {
    ChainPlace at = place(false);
    LaneBench bench = bench(at);
    bench.handle(bench.act(1, transfer(7)));
    bench.places = at("confirming", () -> raisePrices(at));

    ActionResult result = bench.handle(bench.act(2, transfer(16)));

    assertThat(result.error()).isNull();
    assertThat(bench.told).contains("bumped");
    assertThat(at.nonce(who)).isEqualTo(2);
    assertThat(sunk(at)).isEqualTo(23);
  }

  private static void raisePrices(ChainPlace at) throws InterruptedException {
    at.control().gasPrice(4_000_000_000_000L, 40_000_000_000L, 40_000_000_000L);
    at.control().createBlock();
  }

  @Test
  void whereBlocksAreSlowTheWriteIsPreConfirmedFirst() throws Exception {
    ChainPlace at = ours(true);
    LaneBench bench = bench(at);
    bench.passing = () -> block(at);

    assertThat(bench.handle(bench.act(1, transfer(7))).status()).isEqualTo(Status.DONE);
    assertThat(bench.told).containsExactly("submitted", "pre-confirmed");
  }

  private static void block(ChainPlace at) {
    try {
      at.control().createBlock();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void abortNewest(ChainPlace at) {
    try {
      at.control().abortBlocks(at.node().latest().number());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// Something that is done to the chain.
  private interface Deed {
    void run() throws InterruptedException;
  }

  /// Once, when the executor gets there.
  private static LaneBench.Places at(String where, Deed deed) {
    boolean[] done = new boolean[1];
    return new LaneBench.Places() {
      @Override
      public void reached(String place) {
        if (place.equals(where) && !done[0]) {
          done[0] = true;
          try {
            deed.run();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
      }
    };
  }
}
