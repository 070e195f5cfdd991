package dev.playloop.worlds.chain.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.devnet.DevnetControl;
import dev.playloop.worlds.chain.node.BlockHeader;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.EventPage;
import dev.playloop.worlds.chain.node.EventQuery;
import dev.playloop.worlds.chain.node.FeeEstimate;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.chain.node.TransactionStatus;
import dev.playloop.worlds.chain.simulator.chain.TestChain;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The client of ours, and the control of a devnet, against the simulator.
final class SimulatorNodeTest {
  private final TestChain test = TestChain.start();
  private final SimulatorServer server = SimulatorServer.start(test.chain(), 0);
  private final JsonRpcNode node = JsonRpcNode.at(server.address());
  private final DevnetControl control = new DevnetControl(node.wire());

  @AfterEach
  void stop() {
    node.close();
    server.close();
  }

  private SignedInvoke signed(int account, ContractCall... calls) throws InterruptedException {
    DevnetAccount own = control.accounts().get(account);
    Felt nonce = Objects.requireNonNull(node.nonce(own.address(), BlockTag.PRE_CONFIRMED));
    InvokeTransaction transaction =
        InvokeTransaction.of(own.address(), nonce, TestChain.bounds(), List.of(calls));
    return SignedInvoke.of(transaction, node.chainId(), own.signer());
  }

  @Test
  void looksLikeADevnetToWhoControlsOne() throws InterruptedException {
    assertThat(control.isDevnet()).isTrue();
    assertThat(node.specVersion()).isEqualTo("0.10.2");
    assertThat(control.accounts()).hasSize(3);
  }

  @Test
  void anInvokeLandsWithReceiptAndEvents() throws InterruptedException {
    SignedInvoke sent = signed(0, test.put(1, 5));
    assertThat(node.invoke(sent)).isEqualTo(sent.hash());
    assertThat(node.status(sent.hash()))
        .isEqualTo(new TransactionStatus(Finality.ACCEPTED_ON_L2, false, null));
    Receipt receipt = Objects.requireNonNull(node.receipt(sent.hash()));
    BlockHeader block = node.latest();
    assertThat(receipt.blockHash()).isEqualTo(block.hash());
    assertThat(receipt.fee()).isPositive();
    assertThat(node.block(block.number())).isEqualTo(block);
    EventQuery query = new EventQuery(test.vault(), block.number(), block.number(), null, 100);
    assertThat(node.events(query).events())
        .extracting(EventPage.Placed::transaction)
        .containsExactly(sent.hash());
    ContractCall get = new ContractCall(test.vault(), "get", List.of(Felt.ONE));
    assertThat(node.call(get, BlockTag.LATEST)).containsExactly(Felt.of(5));
    assertThat(node.classHashAt(test.vault())).isNotNull();
  }

  @Test
  void anEstimateIsWhatTheTransactionThenTakes() throws InterruptedException {
    SignedInvoke sent = signed(0, test.put(1, 5));
    InvokeTransaction bare =
        new InvokeTransaction(
            sent.transaction().sender(),
            sent.transaction().nonce(),
            ResourceBounds.NONE,
            sent.transaction().calldata());
    FeeEstimate estimate = node.estimate(bare, BlockTag.PRE_CONFIRMED);
    assertThat(node.simulate(bare, BlockTag.PRE_CONFIRMED).reason()).isNull();
    node.invoke(sent);
    assertThat(Objects.requireNonNull(node.receipt(sent.hash())).fee()).isEqualTo(estimate.fee());
  }

  @Test
  void aSureRevertIsSeenBeforehand() throws InterruptedException {
    SignedInvoke sent = signed(0, test.vaultCall("put_and_panic", Felt.ONE, Felt.ONE));
    assertThat(node.simulate(sent.transaction(), BlockTag.LATEST).reason()).contains("no more");
    assertRefused(
        NodeRefusal.EXECUTION_ERROR, () -> node.estimate(sent.transaction(), BlockTag.LATEST));
    node.invoke(sent);
    TransactionStatus status = Objects.requireNonNull(node.status(sent.hash()));
    assertThat(status.reverted()).isTrue();
    assertThat(status.reason()).contains("('no more')");
  }

  @Test
  void blocksPricesTimeAndMoneyAreTurnedAsOnADevnet() throws InterruptedException {
    SignedInvoke sent = signed(0, test.put(1, 5));
    node.invoke(sent);
    long number = node.latest().number();
    assertThat(control.abortBlocks(number)).hasSize(1);
    assertThat(node.status(sent.hash())).isNull();
    assertThat(node.invoke(sent)).isEqualTo(sent.hash());
    assertThat(control.createBlock()).isEqualTo(node.latest().hash());
    control.mint(test.account(1), 7);
    control.gasPrice(1, 2, 3);
    control.increaseTime(60);
    assertThat(node.latest().at()).isAfterOrEqualTo(TestChain.START.plusSeconds(60));
    control.time(TestChain.START.plusSeconds(500));
    assertThat(node.latest().at()).isEqualTo(TestChain.START.plusSeconds(500));
  }

  @Test
  void refusalsCarryTheNodesCodes() throws InterruptedException {
    SignedInvoke sent = signed(0, test.put(1, 5));
    node.invoke(sent);
    assertRefused(NodeRefusal.DUPLICATE, () -> node.invoke(sent));
    assertThat(node.nonce(Felt.of(5), BlockTag.LATEST)).isNull();
    assertThat(node.status(Felt.of(5))).isNull();
    assertThat(node.block(999)).isNull();
    assertRefused(NodeRefusal.BLOCK_NOT_FOUND, () -> node.nonce(Felt.of(5), BlockTag.L1_ACCEPTED));
  }

  private static void assertRefused(int code, ThrowingCallable asking) {
    assertThatThrownBy(asking)
        .isInstanceOfSatisfying(
            NodeRefusal.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
  }
}
