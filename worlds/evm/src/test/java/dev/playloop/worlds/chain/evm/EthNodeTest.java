package dev.playloop.worlds.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.CallPreview;
import dev.playloop.worlds.chain.node.CannedNode;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is asked, and what is made of whatever comes back.
final class EthNodeTest {
  private static final String HASH = "0x" + "ab".repeat(32);
  private static final String OTHER = "0x" + "cd".repeat(32);
  private static final String RECEIPT =
      """
      {"transactionHash":"%s","blockNumber":"0x7","blockHash":"%s","status":"0x1",
       "gasUsed":"0x5208","effectiveGasPrice":"0x3b9aca00"}
      """;
  private static final String TRANSACTION =
      """
      {"hash":"%s","blockNumber":null,"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
       "to":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","input":"0x","gas":"0x5208"}
      """;

  private final CannedNode canned = new CannedNode();
  private final EthNode node = EthNode.at(canned.uri());

  @AfterEach
  void close() {
    node.close();
    canned.close();
  }

  @Test
  void anAddressIsAskedForWithItsLeadingZeros() throws Exception {
    canned.result("\"0x10\"");

    assertThat(node.count(Felt.of(0xab), EthNode.PENDING)).isEqualTo(16);
    assertThat(canned.request().path("params"))
        .hasToString("[\"0x" + "0".repeat(38) + "ab\",\"pending\"]");
    assertThatThrownBy(() -> node.count(Felt.of(BigInteger.TWO.pow(160)), EthNode.LATEST))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aReceiptIsThatOfTheTransactionAskedForAndItsFeeIsWhatWasPaid() throws Exception {
    canned.result(RECEIPT.formatted(HASH, OTHER));

    EthReplies.EthReceipt receipt = node.receipt(HASH);
    assertThat(receipt).isNotNull();
    assertThat(receipt.fee()).isEqualTo(BigInteger.valueOf(21_000L * 1_000_000_000L));
    assertThatThrownBy(() -> node.receipt(OTHER)).isInstanceOf(NodeUnavailable.class);
    canned.result(TRANSACTION.formatted(HASH));
    assertThat(node.transaction(HASH)).isNotNull();
    assertThatThrownBy(() -> node.transaction(OTHER)).isInstanceOf(NodeUnavailable.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null"})
  void whatTheNodeDoesNotKnowIsNull(String nothing) throws Exception {
    canned.result(nothing);

    assertThat(node.receipt(HASH)).isNull();
    assertThat(node.transaction(HASH)).isNull();
    assertThat(node.block(7)).isNull();
    assertThatThrownBy(node::latest).isInstanceOf(NodeUnavailable.class);
    assertThatThrownBy(node::chainId).isInstanceOf(NodeUnavailable.class);
  }

  @ParameterizedTest
  @CsvSource({"\"0x0\"", "\"0x7fffffffffffffff\"", "7", "\"0x\"", "\"\""})
  void aChainsIdIsOneThatCanBeSigned(String id) {
    canned.result(id);

    assertThatThrownBy(node::chainId).isInstanceOf(NodeUnavailable.class);
  }

  @Test
  void aRefusalIsNoAnswerWhereTheNodeMustTell() {
    canned.says(
        200,
        "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":-32005,\"message\":\"limit exceeded\"}}");

    assertThatThrownBy(() -> node.receipt(HASH)).isInstanceOf(NodeUnavailable.class);
    assertThatThrownBy(node::gasPrice).isInstanceOf(NodeUnavailable.class);
    assertThatThrownBy(() -> node.send("0x00")).isInstanceOf(NodeRefusal.class);
  }

  @Test
  void anotherBlockThanTheOneAskedForIsNoAnswer() {
    canned.result("{\"number\":\"0x8\",\"hash\":\"" + HASH + "\"}");

    assertThatThrownBy(() -> node.block(7)).isInstanceOf(NodeUnavailable.class);
  }

  @Test
  void aPriceThatNoChainAsksIsNoAnswer() throws Exception {
    EvmBackend backend =
        new EvmBackend(node, new EvmContracts(Map.of(Felt.of(7), abi())), EvmStyle.LEGACY);
    List<ContractCall> calls = List.of(new ContractCall(Felt.of(7), "deposit", List.of(Felt.ONE)));
    canned.result("\"0x10000000000\"");
    assertThat(backend.preview(Felt.of(9), 0, calls)).isInstanceOf(CallPreview.Fits.class);
    canned.result("\"0x10000000001\"");

    assertThatThrownBy(() -> backend.preview(Felt.of(9), 0, calls))
        .isInstanceOf(NodeUnavailable.class);
  }

  @Test
  void whatAChainMayAskHasBounds() {
    BigInteger high = BigInteger.TWO.pow(96).subtract(BigInteger.ONE);

    assertThat(new EvmFees(1, high, high).isPlausible()).isTrue();
    assertThat(new EvmFees(1, high.add(BigInteger.ONE), high).isPlausible()).isFalse();
    assertThat(new EvmFees(1, BigInteger.ONE, BigInteger.TWO).isPlausible()).isFalse();
  }

  private static ContractAbi abi() {
    return ContractAbi.read(LedgerFiles.abi());
  }

  @Test
  @Tag("slow")
  void whateverComesEndsInAValueOrAnOutage() throws Exception {
    List<String> good = List.of(RECEIPT.formatted(HASH, OTHER), TRANSACTION.formatted(HASH));
    List<String> odd = List.of("null", "-1", "\"0x\"", "\"" + "f".repeat(900) + "\"", "{", "1e400");
    Random random = new Random(15);
    for (int i = 0; i < 5_000; i++) {
      String text = good.get(i % 2);
      int at = random.nextInt(text.length());
      int to = Math.min(text.length(), at + random.nextInt(20));
      String changed =
          text.substring(0, at) + odd.get(random.nextInt(odd.size())) + text.substring(to);
      canned.result(changed);
      try {
        if (i % 2 == 0) {
          node.receipt(HASH);
        } else {
          node.transaction(HASH);
        }
      } catch (NodeUnavailable e) {
        assertThat(e).hasMessageContaining("node");
      } catch (RuntimeException e) {
        fail("seed 15, round " + i + ": " + changed, e);
      }
    }
  }
}
