package dev.playloop.worlds.chain.simulator.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.Execution;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the chain lets in, and what that does.
final class SimulatedChainTest {
  private final TestChain test = TestChain.start();

  @AfterEach
  void close() {
    test.close();
  }

  private void assertRefused(int code, Broadcast sent) {
    assertThatThrownBy(() -> test.chain().add(sent))
        .isInstanceOfSatisfying(
            ChainRefusal.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
  }

  @Test
  void aCallLandsInABlockUnderTheHashThatTheClientComputed() {
    BigInteger before = test.balance(test.account(0));
    Felt hash = test.send(0, test.put(7, 70), test.put(8, 80));

    ChainQueries.Known known = Objects.requireNonNull(test.known(hash));
    assertThat(known.finality()).isEqualTo(Finality.ACCEPTED_ON_L2);
    assertThat(test.kept(7)).isEqualTo(70);
    assertThat(test.kept(8)).isEqualTo(80);
    Executed executed = test.executed(hash);
    assertThat(executed.reverted()).isNull();
    assertThat(executed.events()).hasSize(3);
    assertThat(executed.events().getLast().from()).isEqualTo(TestChain.STRK);
    assertThat(before.subtract(test.balance(test.account(0))))
        .isEqualTo(executed.cost().fee())
        .isPositive();
    assertThat(test.nonce(0)).isEqualTo(1);
  }

  @Test
  void aRevertUndoesAllButNonceAndFeeAndNamesTheInnermostReason() {
    BigInteger before = test.balance(test.account(0));
    Felt hash =
        test.send(0, test.put(7, 70), test.vaultCall("put_and_panic", Felt.of(8), Felt.of(80)));

    Executed executed = test.executed(hash);
    assertThat(executed.reverted())
        .startsWith("Transaction execution has failed:\n0: Error in the called contract")
        .endsWith("0x6e6f206d6f7265 ('no more').\n");
    assertThat(test.kept(7)).isZero();
    assertThat(test.kept(8)).isZero();
    assertThat(test.nonce(0)).isEqualTo(1);
    assertThat(executed.events())
        .singleElement()
        .extracting(e -> e.from())
        .isEqualTo(TestChain.STRK);
    assertThat(before.subtract(test.balance(test.account(0))))
        .isEqualTo(executed.cost().fee())
        .isPositive();
  }

  @Test
  void whatACaughtPanicWroteIsUndoneAndTheRestStands() {
    Felt hash =
        test.send(
            0,
            test.vaultCall(
                "try", test.vault(), Selector.of("put_and_panic"), Felt.of(8), Felt.of(80)),
            test.put(7, 70));

    assertThat(test.executed(hash).reverted()).isNull();
    assertThat(test.executed(hash).events()).hasSize(2);
    assertThat(test.kept(8)).isZero();
    assertThat(test.kept(7)).isEqualTo(70);
  }

  @Test
  void whereNoContractIsThatIsTold() {
    Felt hash = test.send(0, new ContractCall(Felt.of(0x777), "put", List.of()));
    assertThat(test.executed(hash).reverted())
        .endsWith("Requested contract address 0x" + "0".repeat(61) + "777 is not deployed.\n");
  }

  @Test
  void aMistakeInAProgramIsARevertAndTheChainGoesOn() {
    Felt fault = test.send(0, test.vaultCall("fault"));
    assertThat(test.executed(fault).reverted()).contains("PROGRAM_FAULT");
    Felt tooFew = test.send(0, test.vaultCall("put"));
    assertThat(test.executed(tooFew).reverted()).contains("PROGRAM_FAULT");
    test.send(0, test.put(1, 2));
    assertThat(test.kept(1)).isEqualTo(2);
  }

  @Test
  void anEndlessLoopRunsOutOfTheGasThatWasOffered() {
    Felt hash = test.send(0, test.vaultCall("spin"));
    assertThat(test.executed(hash).reverted()).contains("'Out of gas'");
    assertThat(test.executed(hash).cost().gas().l2Gas()).isEqualTo(50_000_000);
  }

  @Test
  void callsThatNestWithoutEndAreEnded() {
    List<Felt> words = List.of(test.vault(), Selector.of("forward"));
    ContractCall inner = new ContractCall(test.vault(), "forward", words);
    Felt hash = test.send(0, inner);
    assertThat(test.executed(hash).reverted()).isNotNull();
  }

  @Test
  void theSignatureIsChecked() {
    Broadcast good = test.signed(0, test.put(1, 1));
    List<Felt> other = test.signed(1, test.put(1, 1)).signature();
    for (List<Felt> forged :
        List.of(
            other,
            List.<Felt>of(),
            good.signature().reversed(),
            good.signature().subList(0, 1),
            List.of(Felt.ZERO, Felt.ZERO))) {
      assertRefused(
          NodeRefusal.VALIDATION_FAILED,
          new Broadcast(good.sender(), good.nonce(), good.offer(), good.calldata(), forged));
    }
    assertThat(test.nonce(0)).isZero();
  }

  @Test
  void aChangedWordIsAnotherHashSoItsSignatureIsWrong() {
    Broadcast good = test.signed(0, test.put(1, 1));
    List<Felt> calldata = new ArrayList<>(good.calldata());
    calldata.set(calldata.size() - 1, Felt.of(2));
    assertRefused(
        NodeRefusal.VALIDATION_FAILED,
        new Broadcast(good.sender(), good.nonce(), good.offer(), calldata, good.signature()));
  }

  @Test
  void calldataThatIsNoListOfCallsIsRefused() {
    for (List<Felt> words :
        List.of(
            List.<Felt>of(),
            List.of(Felt.ONE),
            List.of(Felt.ONE, Felt.ONE, Felt.ONE, Felt.of(5)),
            List.of(Felt.of(Felt.PRIME.subtract(BigInteger.ONE))),
            List.of(Felt.ZERO, Felt.ZERO))) {
      Broadcast good = test.signed(0, test.put(1, 1));
      assertRefused(
          NodeRefusal.VALIDATION_FAILED,
          new Broadcast(good.sender(), good.nonce(), good.offer(), words, good.signature()));
    }
  }

  @Test
  void nonceTooHighAndNonceInThePastAreRefused() {
    assertRefused(NodeRefusal.INVALID_NONCE, test.signed(0, 1, TestChain.bounds(), test.put(1, 1)));
    test.send(0, test.put(1, 1));
    assertRefused(NodeRefusal.INVALID_NONCE, test.signed(0, 0, TestChain.bounds(), test.put(1, 2)));
    assertThat(test.nonce(0)).isEqualTo(1);
  }

  @Test
  void theSameBytesAreADuplicateForEver() {
    Broadcast sent = test.signed(0, test.put(1, 1));
    test.chain().add(sent);
    assertRefused(NodeRefusal.DUPLICATE, sent);
    test.send(0, test.put(1, 2));
    assertRefused(NodeRefusal.DUPLICATE, sent);
  }

  @Test
  void boundsBelowTheLeastAndAboveTheBalanceAreRefused() {
    assertRefused(
        NodeRefusal.BOUNDS_TOO_SMALL,
        test.signed(0, 0, TestChain.bounds(1, 2_000_000_000L), test.put(1, 1)));
    assertRefused(
        NodeRefusal.BOUNDS_TOO_SMALL,
        test.signed(0, 0, TestChain.bounds(50_000_000, 1), test.put(1, 1)));
    assertRefused(
        NodeRefusal.BALANCE_TOO_LOW,
        test.signed(0, 0, TestChain.bounds(1_000_000_000_000L, 2_000_000_000L), test.put(1, 1)));
  }

  /// As on a devnet: who has no money is told that first.
  @Test
  void whoIsNoAccountIsRefused() {
    for (Felt nobody : List.of(Felt.of(5), TestChain.STRK, test.vault())) {
      Broadcast good = test.signed(0, test.put(1, 1));
      Broadcast sent =
          new Broadcast(nobody, good.nonce(), good.offer(), good.calldata(), good.signature());
      assertRefused(NodeRefusal.BALANCE_TOO_LOW, sent);
      test.controls().mint(nobody, BigInteger.TEN.pow(21));
      assertRefused(NodeRefusal.VALIDATION_FAILED, sent);
    }
    assertThatThrownBy(
            () -> {
              Broadcast good = test.signed(0, test.put(1, 1));
              test.chain()
                  .add(
                      new Broadcast(
                          Felt.of(5), Felt.ZERO, good.offer(), good.calldata(), List.of()));
            })
        .isInstanceOfSatisfying(
            ChainRefusal.class,
            refusal ->
                assertThat(refusal.data())
                    .startsWith("Transaction validation has failed:\n0: Error in the called")
                    .endsWith("5 is not deployed.\n"));
  }

  @Test
  void whoGivesAwayWhatTheFeeTakesIsRevertedAndPays() {
    BigInteger all = test.balance(test.account(0));
    ContractCall everything =
        new ContractCall(TestChain.STRK, "transfer", List.of(Felt.of(9), Felt.of(all), Felt.ZERO));
    Felt hash = test.send(0, everything);
    assertThat(test.executed(hash).reverted()).contains("Insufficient balance");
    assertThat(test.balance(Felt.of(9))).isZero();
    assertThat(test.balance(test.account(0)))
        .isEqualTo(all.subtract(test.executed(hash).cost().fee()));
  }

  @Test
  void readsChangeNothing() {
    Execution.Entry put =
        new Execution.Entry(test.vault(), Selector.of("put"), List.of(Felt.ONE, Felt.ONE));
    assertThat(test.queries().call(BlockRef.LATEST, put)).isInstanceOf(Execution.Result.Done.class);
    assertThat(test.kept(1)).isZero();
  }

  @Test
  void eachOlderBlockKeepsItsState() {
    test.send(0, test.put(1, 10));
    long block = test.queries().block(BlockRef.LATEST).number();
    test.send(0, test.put(1, 20));
    test.send(0, test.put(2, 20));
    assertThat(test.kept(new BlockRef.Numbered(block - 1), 1)).isZero();
    assertThat(test.kept(new BlockRef.Numbered(block), 1)).isEqualTo(10);
    assertThat(test.kept(new BlockRef.Numbered(block + 1), 1)).isEqualTo(20);
    assertThat(test.kept(new BlockRef.Numbered(block + 1), 2)).isZero();
  }

  @Test
  void aBlocksHashIsOfItsNumberItsParentAndItsTransactions() {
    ChainBlock parent = test.queries().block(BlockRef.LATEST);
    test.send(0, test.put(1, 1));
    ChainBlock block = test.queries().block(BlockRef.LATEST);
    assertThat(block.parent()).isEqualTo(parent.hash());
    assertThat(block.number()).isEqualTo(parent.number() + 1);
    assertThat(ChainBlock.of(block.parent(), block.context(), block.transactions()).hash())
        .isEqualTo(block.hash());
    assertThat(ChainBlock.of(block.parent(), block.context(), List.of()).hash())
        .isNotEqualTo(block.hash());
    assertThat(ChainBlock.of(Felt.ONE, block.context(), block.transactions()).hash())
        .isNotEqualTo(block.hash());
  }

  @Test
  void twoChainsHaveTwoGenesisHashes() {
    ChainSettings random = TestChain.settings(test.clock()).with().seed(null).build();
    try (SimulatedChain one = SimulatedChain.start(random);
        SimulatedChain other = SimulatedChain.start(random)) {
      BlockRef genesis = new BlockRef.Numbered(0);
      assertThat(one.queries().block(genesis).hash())
          .isNotEqualTo(other.queries().block(genesis).hash());
    }
  }

  @Test
  void anAccountThatIsDeployedLaterCanActOnceItHasMoney() {
    Felt key = test.signer(2).publicKey();
    Felt account = test.controls().deploy("account", Felt.of(99), List.of(key));
    test.controls().mint(account, BigInteger.TEN.pow(20));
    assertThat(test.balance(account)).isEqualTo(BigInteger.TEN.pow(20));
    assertThat(test.queries().nonce(BlockRef.LATEST, account)).isEqualTo(Felt.ZERO);
  }
}
