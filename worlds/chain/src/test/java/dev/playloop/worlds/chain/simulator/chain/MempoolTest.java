package dev.playloop.worlds.chain.simulator.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.GasPrices;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What no devnet plays: waiting, eviction, gaps, replacement; and blocks taken back.
final class MempoolTest {
  private static final long PRICE = 2_000_000_000L;

  private final TestChain test = TestChain.start();

  @AfterEach
  void close() {
    test.close();
  }

  private Finality finality(Felt hash) {
    return Objects.requireNonNull(test.known(hash)).finality();
  }

  private Felt add(Broadcast sent) {
    return test.chain().add(sent);
  }

  private void assertRefused(int code, Broadcast sent) {
    assertThatThrownBy(() -> add(sent))
        .isInstanceOfSatisfying(
            ChainRefusal.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
  }

  private Broadcast offering(long nonce, long price, long value) {
    return test.signed(0, nonce, TestChain.bounds(50_000_000, price), test.put(1, value));
  }

  @Test
  void whatIsHeldIsReceivedAndLandsOnceItIsReleased() {
    test.controls().hold(true);
    Felt first = add(offering(0, PRICE, 1));
    Felt second = add(offering(1, PRICE, 2));
    assertThat(finality(first)).isEqualTo(Finality.RECEIVED);
    assertThat(test.nonce(0)).isZero();
    test.controls().hold(false);
    assertThat(finality(first)).isEqualTo(Finality.ACCEPTED_ON_L2);
    assertThat(finality(second)).isEqualTo(Finality.ACCEPTED_ON_L2);
    assertThat(test.kept(1)).isEqualTo(2);
  }

  @Test
  void anEvictedTransactionIsUnknownAndItsBytesMayComeAgain() {
    test.controls().hold(true);
    Broadcast sent = offering(0, PRICE, 1);
    Felt hash = add(sent);
    assertThat(test.controls().evict(hash)).isTrue();
    assertThat(test.controls().evict(hash)).isFalse();
    assertThat(test.known(hash)).isNull();
    test.controls().hold(false);
    assertThat(test.nonce(0)).isZero();
    assertThat(add(sent)).isEqualTo(hash);
    assertThat(test.kept(1)).isEqualTo(1);
  }

  @Test
  void aDroppedTransactionIsAnsweredAndForgotten() {
    test.controls().dropNext(1);
    Broadcast sent = offering(0, PRICE, 1);
    Felt hash = add(sent);
    assertThat(test.known(hash)).isNull();
    assertThat(test.nonce(0)).isZero();
    add(sent);
    assertThat(finality(hash)).isEqualTo(Finality.ACCEPTED_ON_L2);
  }

  @Test
  void aSmallGapIsHeldUntilItIsFilledAndALargerOneIsRefused() {
    test.controls().gap(2);
    Felt later = add(offering(2, PRICE, 3));
    assertThat(finality(later)).isEqualTo(Finality.RECEIVED);
    assertRefused(NodeRefusal.INVALID_NONCE, offering(3, PRICE, 4));
    add(offering(0, PRICE, 1));
    assertThat(finality(later)).isEqualTo(Finality.RECEIVED);
    add(offering(1, PRICE, 2));
    assertThat(finality(later)).isEqualTo(Finality.ACCEPTED_ON_L2);
    assertThat(test.kept(1)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "2000000000, false",
    "2199999999, false",
    "2200000000, true",
    "4000000000, true",
    "1500000000, false"
  })
  void aReplacementPaysTenPercentMore(long price, boolean taken) {
    test.controls().hold(true);
    Felt before = add(offering(0, PRICE, 1));
    Broadcast other = offering(0, price, 2);
    if (!taken) {
      assertRefused(NodeRefusal.REPLACEMENT_UNDERPRICED, other);
      assertThat(finality(before)).isEqualTo(Finality.RECEIVED);
      return;
    }
    Felt after = add(other);
    assertThat(test.known(before)).isNull();
    test.controls().hold(false);
    assertThat(finality(after)).isEqualTo(Finality.ACCEPTED_ON_L2);
    assertThat(test.kept(1)).isEqualTo(2);
    assertThat(test.nonce(0)).isEqualTo(1);
  }

  @Test
  void whatIsExecutedIsNotReplaced() {
    add(offering(0, PRICE, 1));
    assertRefused(NodeRefusal.INVALID_NONCE, offering(0, 2 * PRICE, 2));
  }

  @Test
  void whatOffersTooLittleWaitsForThePricesToFall() {
    test.controls().hold(true);
    Felt hash = add(offering(0, PRICE, 1));
    test.controls().prices(prices(3_000_000_000L));
    test.controls().hold(false);
    assertThat(finality(hash)).isEqualTo(Finality.RECEIVED);
    test.controls().prices(prices(1_000_000_000L));
    assertThat(finality(hash)).isEqualTo(Finality.ACCEPTED_ON_L2);
  }

  private static GasPrices prices(long each) {
    BigInteger price = BigInteger.valueOf(each);
    return new GasPrices(price, price, price);
  }

  @Test
  void aForeignWriterTakesTheNonce() {
    test.controls().hold(true);
    Felt ours = add(offering(0, PRICE, 1));
    Executed foreign = test.controls().foreignWrite(test.account(0), List.of(test.put(1, 99)));
    test.controls().hold(false);
    assertThat(foreign.reverted()).isNull();
    assertThat(test.known(ours)).isNull();
    assertThat(test.nonce(0)).isEqualTo(1);
    assertThat(test.kept(1)).isEqualTo(99);
  }

  @Test
  void anAbortUndoesTheStateAndTheSameBytesGoInAgain() {
    Broadcast sent = test.signed(0, test.put(1, 1));
    BigInteger money = test.balance(test.account(0));
    long from = test.queries().block(BlockRef.LATEST).number() + 1;
    Felt hash = add(sent);
    Felt block = test.queries().block(BlockRef.LATEST).hash();
    test.send(0, test.put(1, 2));

    List<Felt> aborted = test.controls().abort(from);

    assertThat(aborted).hasSize(2).endsWith(block);
    assertThat(test.known(hash)).isNull();
    assertThat(test.kept(1)).isZero();
    assertThat(test.nonce(0)).isZero();
    assertThat(test.balance(test.account(0))).isEqualTo(money);
    assertThat(add(sent)).isEqualTo(hash);
    assertThat(test.kept(1)).isEqualTo(1);
  }

  @Test
  void theGenesisStays() {
    for (long number : new long[] {0, -1, 99}) {
      assertThatThrownBy(() -> test.controls().abort(number)).isInstanceOf(ChainRefusal.class);
    }
  }

  @Test
  void onDemandTransactionsArePreConfirmedUntilTheBlockIsClosed() {
    test.controls().pace(new BlockPace.OnDemand());
    Felt hash = test.send(0, test.put(1, 1));
    assertThat(finality(hash)).isEqualTo(Finality.PRE_CONFIRMED);
    assertThat(test.queries().nonce(BlockRef.PRE_CONFIRMED, test.account(0))).isEqualTo(Felt.ONE);
    assertThat(test.queries().nonce(BlockRef.LATEST, test.account(0))).isEqualTo(Felt.ZERO);
    assertThat(test.kept(BlockRef.PRE_CONFIRMED, 1)).isEqualTo(1);
    assertThat(test.kept(1)).isZero();
    test.controls().createBlock();
    assertThat(finality(hash)).isEqualTo(Finality.ACCEPTED_ON_L2);
    assertThat(test.kept(1)).isEqualTo(1);
  }

  @Test
  void blocksByTimeAreClosedWhenTheClockSaysSo() {
    test.controls().pace(new BlockPace.Every(Duration.ofSeconds(3)));
    Felt hash = test.send(0, test.put(1, 1));
    test.chain().tick();
    assertThat(finality(hash)).isEqualTo(Finality.PRE_CONFIRMED);
    test.clock().turn(Duration.ofSeconds(3));
    test.chain().tick();
    assertThat(finality(hash)).isEqualTo(Finality.ACCEPTED_ON_L2);
    long number = test.queries().block(BlockRef.LATEST).number();
    test.chain().tick();
    assertThat(test.queries().block(BlockRef.LATEST).number()).isEqualTo(number);
  }

  @Test
  void contractsSeeTheTimeThatWasAdded() {
    test.controls().increaseTime(Duration.ofHours(1));
    ChainBlock block = test.queries().block(BlockRef.LATEST);
    assertThat(block.context().timestamp()).isEqualTo(TestChain.START.getEpochSecond() + 3_600);
    test.send(0, test.put(1, 1));
    assertThat(test.queries().block(BlockRef.LATEST).context().timestamp())
        .isGreaterThanOrEqualTo(block.context().timestamp());
  }

  @Test
  void timeNeverGoesBackFromBlockToBlock() {
    test.controls().time(TestChain.START.getEpochSecond() - 1_000);
    test.send(0, test.put(1, 1));
    assertThat(test.queries().block(BlockRef.LATEST).context().timestamp())
        .isEqualTo(TestChain.START.getEpochSecond());
  }

  @Test
  void aGapHasABound() {
    assertThatCode(() -> test.controls().gap(1_000)).doesNotThrowAnyException();
    assertThatThrownBy(() -> test.controls().gap(1_001))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
