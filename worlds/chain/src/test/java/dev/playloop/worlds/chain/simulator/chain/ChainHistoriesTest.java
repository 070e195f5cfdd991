package dev.playloop.worlds.chain.simulator.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Effort;
import dev.playloop.testkit.TurnedClock;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random histories against a naive model: calls, reverts, nested calls, caught panics,
/// replacements, evictions, foreign writers, aborts. Signatures are taken as good here, for speed.
@Tag("slow")
final class ChainHistoriesTest {
  private static final int HISTORIES = Effort.of(40);
  private static final int STEPS = 10;
  private static final int ACCOUNTS = 3;
  private static final int KEYS = 4;
  private static final List<Felt> SIGNATURE = List.of(Felt.ONE, Felt.ONE);
  private static final long PRICE = 2_000_000_000L;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void everyHistoryComesToWhatTheNaiveModelSays(long seed) {
    for (int i = 0; i < HISTORIES; i++) {
      long own = seed * 1_000_000 + i;
      new History(own).play();
    }
  }

  /// One history.
  private static final class History {
    private final long seed;
    private final Random random;
    private final TestChain test;
    private final NaiveChain model;
    private final int base;

    History(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      TurnedClock clock = TurnedClock.at(TestChain.START);
      this.test =
          TestChain.start(
              TestChain.settings(clock).with().signatures((_, _, _, _) -> true).build(), clock);
      BigInteger[] money = new BigInteger[ACCOUNTS];
      for (int i = 0; i < ACCOUNTS; i++) {
        money[i] = test.balance(test.account(i));
      }
      this.model = new NaiveChain(new NaiveChain.State(new HashMap<>(), new long[ACCOUNTS], money));
      this.base = (int) test.queries().block(BlockRef.LATEST).number();
    }

    void play() {
      for (int step = 0; step < STEPS; step++) {
        switch (random.nextInt(10)) {
          case 0, 1, 2 -> put();
          case 3 -> revert();
          case 4 -> caught();
          case 5 -> transfer();
          case 6 -> replaced();
          case 7 -> evicted();
          case 8 -> foreign();
          default -> abort();
        }
        compare(step);
      }
      test.close();
    }

    private int account() {
      return random.nextInt(ACCOUNTS);
    }

    private Broadcast sent(int account, long price, ContractCall... calls) {
      return new Broadcast(
          test.account(account),
          Felt.of(test.nonce(account)),
          new Broadcast.Offer(BigInteger.ZERO, TestChain.bounds(50_000_000, price)),
          ContractCall.multicall(List.of(calls)),
          SIGNATURE);
    }

    private NaiveChain.State landed(int account, Felt hash, boolean reverted) {
      Executed executed = test.executed(hash);
      assertThat(executed.reverted() != null).as("history %d", seed).isEqualTo(reverted);
      return model.landed(account, executed.cost().fee());
    }

    private void put() {
      int account = account();
      long key = random.nextInt(KEYS);
      long value = random.nextInt(3);
      ContractCall put = test.put(key, value);
      ContractCall call =
          random.nextBoolean() ? put : nested("forward", "put", Felt.of(key), Felt.of(value));
      Felt hash = test.chain().add(sent(account, PRICE, call));
      landed(account, hash, false).words().put(key, value);
    }

    private ContractCall nested(String by, String entrypoint, Felt... words) {
      List<Felt> calldata = new ArrayList<>(List.of(test.vault(), Selector.of(entrypoint)));
      calldata.addAll(List.of(words));
      return new ContractCall(test.vault(), by, calldata);
    }

    private void revert() {
      int account = account();
      ContractCall first = test.put(random.nextInt(KEYS), 5);
      Felt key = Felt.of(random.nextInt(KEYS));
      ContractCall second =
          random.nextBoolean()
              ? test.vaultCall("put_and_panic", key, Felt.of(6))
              : nested("forward", "put_and_panic", key, Felt.of(6));
      landed(account, test.chain().add(sent(account, PRICE, first, second)), true);
    }

    private void caught() {
      int account = account();
      long key = random.nextInt(KEYS);
      ContractCall tried =
          nested("try", "put_and_panic", Felt.of(random.nextInt(KEYS)), Felt.of(6));
      Felt hash = test.chain().add(sent(account, PRICE, tried, test.put(key, 7)));
      landed(account, hash, false).words().put(key, 7L);
    }

    private void transfer() {
      int from = account();
      int to = account();
      long amount = random.nextInt(1_000);
      Felt hash = test.chain().add(sent(from, PRICE, TestChain.transfer(test.account(to), amount)));
      BigInteger[] money = landed(from, hash, false).money();
      money[from] = money[from].subtract(BigInteger.valueOf(amount));
      money[to] = money[to].add(BigInteger.valueOf(amount));
    }

    /// The first is replaced by the second, a third is refused.
    private void replaced() {
      int account = account();
      long key = random.nextInt(KEYS);
      test.controls().hold(true);
      Felt first = test.chain().add(sent(account, PRICE, test.put(key, 8)));
      Felt second = test.chain().add(sent(account, PRICE * 11 / 10, test.put(key, 9)));
      Broadcast third = sent(account, PRICE * 11 / 10 + 1, test.put(key, 10));
      assertThatThrownBy(() -> test.chain().add(third))
          .isInstanceOfSatisfying(
              ChainRefusal.class,
              refusal -> assertThat(refusal.code()).isEqualTo(NodeRefusal.REPLACEMENT_UNDERPRICED));
      test.controls().hold(false);
      assertThat(test.known(first)).isNull();
      landed(account, second, false).words().put(key, 9L);
    }

    private void evicted() {
      int account = account();
      test.controls().hold(true);
      Felt hash = test.chain().add(sent(account, PRICE, test.put(0, 11)));
      test.controls().evict(hash);
      test.controls().hold(false);
      assertThat(test.known(hash)).isNull();
    }

    private void foreign() {
      int account = account();
      long key = random.nextInt(KEYS);
      Executed executed =
          test.controls().foreignWrite(test.account(account), List.of(test.put(key, 12)));
      landed(account, executed.hash(), false).words().put(key, 12L);
    }

    private void abort() {
      if (model.height() == 1 || random.nextInt(4) == 0) {
        test.controls().createBlock();
        model.empty();
        return;
      }
      int from = 1 + random.nextInt(model.height() - 1);
      assertThat(test.controls().abort(base + from)).hasSize(model.height() - from);
      model.abort(from);
    }

    private void compare(int step) {
      same(step, model.now(), BlockRef.LATEST);
      int old = random.nextInt(model.height());
      same(step, model.at(old), new BlockRef.Numbered(base + old));
    }

    private void same(int step, NaiveChain.State state, BlockRef ref) {
      for (long key = 0; key < KEYS; key++) {
        assertThat(test.kept(ref, key))
            .as("history %d, step %d, key %d, %s", seed, step, key, ref)
            .isEqualTo(state.words().getOrDefault(key, 0L));
      }
      for (int i = 0; i < ACCOUNTS; i++) {
        assertThat(test.queries().nonce(ref, test.account(i)).toLong())
            .as("history %d, step %d, nonce of %d, %s", seed, step, i, ref)
            .isEqualTo(state.nonces()[i]);
      }
      if (ref.equals(BlockRef.LATEST)) {
        for (int i = 0; i < ACCOUNTS; i++) {
          assertThat(test.balance(test.account(i)))
              .as("history %d, step %d, money of %d", seed, step, i)
              .isEqualTo(state.money()[i]);
        }
      }
    }
  }
}
