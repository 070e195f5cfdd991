package dev.playloop.worlds.chain.devnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.node.BlockHeader;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.EventPage;
import dev.playloop.worlds.chain.node.EventQuery;
import dev.playloop.worlds.chain.node.FeeEstimate;
import dev.playloop.worlds.chain.node.Finality;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.chain.node.Simulation;
import dev.playloop.worlds.chain.node.TransactionStatus;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a real node answers to the client. Each test sends from an account of its own.
@Tag("slow")
final class DevnetNodeTest {
  private static final ContractCall SURE_REVERT =
      new ContractCall(
          TestDevnet.STRK, "transfer", List.of(Felt.of(7), Felt.of(1), Felt.of(1_000_000)));

  private static TestDevnet devnet;
  private static JsonRpcNode node;

  @BeforeAll
  static void start() throws InterruptedException {
    devnet = TestDevnet.start();
    node = devnet.node();
  }

  @AfterAll
  static void stop() {
    if (devnet != null) {
      devnet.close();
    }
  }

  @Test
  void saysWhichChainItIs() throws InterruptedException {
    assertThat(node.specVersion()).startsWith("0.10.");
    assertThat(node.chainId()).isEqualTo(Felt.shortString("SN_SEPOLIA"));
    assertThat(devnet.control().isDevnet()).isTrue();
  }

  @Test
  void landsUnderTheHashThatWasComputedHere() throws InterruptedException {
    SignedInvoke sent = devnet.signed(0, List.of(TestDevnet.transfer(Felt.of(77), 5)));

    assertThat(node.invoke(sent)).isEqualTo(sent.hash());

    TransactionStatus status = node.status(sent.hash());
    assertThat(status).isEqualTo(new TransactionStatus(Finality.ACCEPTED_ON_L2, false, null));
    Receipt receipt = Objects.requireNonNull(node.receipt(sent.hash()));
    assertThat(receipt.fee()).isPositive().isLessThan(TestDevnet.bounds().cost());
    BlockHeader block =
        Objects.requireNonNull(node.block(Objects.requireNonNull(receipt.blockNumber())));
    assertThat(receipt.blockHash()).isEqualTo(block.hash());
    assertThat(receipt.events())
        .anySatisfy(event -> {
          assertThat(event.from()).isEqualTo(TestDevnet.STRK);
          assertThat(event.data()).contains(Felt.of(5));
        });
    EventQuery query = new EventQuery(TestDevnet.STRK, block.number(), block.number(), null, 100);
    assertThat(node.events(query).events())
        .extracting(EventPage.Placed::transaction)
        .contains(sent.hash());
  }

  @Test
  void theSameBytesAgainAreADuplicate() throws InterruptedException {
    SignedInvoke sent = devnet.signed(1, List.of(TestDevnet.transfer(Felt.of(77), 5)));
    node.invoke(sent);
    assertRefused(NodeRefusal.DUPLICATE, () -> node.invoke(sent));
  }

  @Test
  void aSureRevertIsSeenBeforeAndAfterItIsSent() throws InterruptedException {
    SignedInvoke sent = devnet.signed(2, List.of(SURE_REVERT));

    Simulation simulation = node.simulate(sent.transaction(), BlockTag.PRE_CONFIRMED);
    assertThat(simulation.reason()).contains("ERC20: insufficient balance");
    assertRefused(
        NodeRefusal.EXECUTION_ERROR,
        () -> node.estimate(sent.transaction(), BlockTag.PRE_CONFIRMED));
    assertThat(devnet.nonce(2)).isEqualTo(Felt.ZERO);

    node.invoke(sent);
    TransactionStatus status = Objects.requireNonNull(node.status(sent.hash()));
    assertThat(status.reverted()).isTrue();
    assertThat(status.reason()).contains("ERC20: insufficient balance");
    Receipt receipt = Objects.requireNonNull(node.receipt(sent.hash()));
    assertThat(receipt.status()).isEqualTo(status);
    assertThat(receipt.fee()).isPositive();
    assertThat(devnet.nonce(2)).isEqualTo(Felt.ONE);
  }

  @Test
  void anEstimateNeedsNoSignatureAndNoBounds() throws InterruptedException {
    InvokeTransaction asked =
        InvokeTransaction.of(
            devnet.account(3).address(),
            devnet.nonce(3),
            ResourceBounds.NONE,
            List.of(TestDevnet.transfer(Felt.of(77), 5)));

    FeeEstimate estimate = node.estimate(asked, BlockTag.PRE_CONFIRMED);

    assertThat(estimate.l2Gas().maxAmount()).isPositive();
    assertThat(estimate.fee()).isPositive();
    assertThat(node.simulate(asked, BlockTag.PRE_CONFIRMED).reason()).isNull();
    assertThat(devnet.nonce(3)).isEqualTo(Felt.ZERO);
  }

  @Test
  void nonceTooHighAndNonceInThePastAreRefused() throws InterruptedException {
    List<ContractCall> calls = List.of(TestDevnet.transfer(Felt.of(77), 5));
    assertRefused(
        NodeRefusal.INVALID_NONCE, () -> node.invoke(devnet.signed(4, Felt.of(5), calls)));
    node.invoke(devnet.signed(4, calls));
    SignedInvoke past = devnet.signed(4, Felt.ZERO, List.of(TestDevnet.transfer(Felt.of(78), 5)));
    assertRefused(NodeRefusal.INVALID_NONCE, () -> node.invoke(past));
  }

  @Test
  void boundsThatAreTooSmallOrTooLargeAreRefused() throws InterruptedException {
    assertRefused(NodeRefusal.BOUNDS_TOO_SMALL, () -> node.invoke(within(1)));
    assertRefused(NodeRefusal.BALANCE_TOO_LOW, () -> node.invoke(within(1_000_000_000_000L)));
    assertThat(devnet.nonce(5)).isEqualTo(Felt.ZERO);
  }

  private static SignedInvoke within(long l2Gas) throws InterruptedException {
    DevnetAccount from = devnet.account(5);
    ResourceBounds bounds =
        new ResourceBounds(
            GasBound.of(10_000, 10_000_000_000L),
            GasBound.of(l2Gas, 5_000_000_000L),
            GasBound.of(10_000, 10_000_000_000L));
    List<ContractCall> calls = List.of(TestDevnet.transfer(Felt.of(77), 5));
    return SignedInvoke.of(
        InvokeTransaction.of(from.address(), Felt.ZERO, bounds, calls),
        devnet.chainId(),
        from.signer());
  }

  @Test
  void aWrongSignatureIsRefused() throws InterruptedException {
    SignedInvoke sent = devnet.signed(6, List.of(TestDevnet.transfer(Felt.of(77), 5)));
    Felt other = Felt.of(sent.signature().getFirst().value().add(BigInteger.ONE));
    SignedInvoke forged =
        new SignedInvoke(
            sent.transaction(), sent.hash(), List.of(other, sent.signature().getLast()));
    assertRefused(NodeRefusal.VALIDATION_FAILED, () -> node.invoke(forged));
  }

  @Test
  void whatIsUnknownIsNull() throws InterruptedException {
    Felt nobody = Felt.hex("0x1234");
    assertThat(node.status(nobody)).isNull();
    assertThat(node.receipt(nobody)).isNull();
    assertThat(node.nonce(nobody, BlockTag.LATEST)).isNull();
    assertThat(node.classHashAt(nobody)).isNull();
    assertThat(node.block(1_000_000)).isNull();
  }

  @Test
  void readsByACall() throws InterruptedException {
    Felt address = devnet.account(7).address();
    List<Felt> balance =
        node.call(
            new ContractCall(TestDevnet.STRK, "balanceOf", List.of(address)), BlockTag.LATEST);
    assertThat(balance)
        .containsExactly(Felt.of(new BigInteger("1000000000000000000000")), Felt.ZERO);
    devnet.control().mint(address, 11);
    assertThat(
            node.call(
                new ContractCall(TestDevnet.STRK, "balanceOf", List.of(address)), BlockTag.LATEST))
        .containsExactly(Felt.of(new BigInteger("1000000000000000000011")), Felt.ZERO);
  }

  @Test
  void aCallOfWhatIsNotThereIsRefused() {
    ContractCall nothing = new ContractCall(TestDevnet.STRK, "no_such_entrypoint", List.of());
    assertThatThrownBy(() -> node.call(nothing, BlockTag.LATEST)).isInstanceOf(NodeRefusal.class);
    ContractCall nobody = new ContractCall(Felt.of(4_711), "balanceOf", List.of());
    assertRefused(NodeRefusal.CONTRACT_NOT_FOUND, () -> node.call(nobody, BlockTag.LATEST));
  }

  @Test
  void nothingIsAcceptedOnL1() {
    assertRefused(
        NodeRefusal.BLOCK_NOT_FOUND,
        () -> node.nonce(devnet.account(0).address(), BlockTag.L1_ACCEPTED));
  }

  private static void assertRefused(int code, ThrowingCallable asking) {
    assertThatThrownBy(asking)
        .isInstanceOfSatisfying(
            NodeRefusal.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
  }
}
