package dev.playloop.worlds.chain.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a node says, as values; and what is only nearly so.
final class RpcRepliesTest {
  private static final Felt HASH = Felt.hex("0x1a2b");
  private static final String EVENT =
      "{\"from_address\":\"0x5\",\"keys\":[\"0x1\"],\"data\":[\"0x2\",\"0x3\"]}";
  private static final String RECEIPT =
      "{\"transaction_hash\":\"0x1a2b\",\"type\":\"INVOKE\",\"finality_status\":\"ACCEPTED_ON_L2\","
          + "\"execution_status\":\"REVERTED\",\"revert_reason\":\"no gold\","
          + "\"actual_fee\":{\"amount\":\"0x64\",\"unit\":\"FRI\"},\"events\":["
          + EVENT
          + "],\"block_number\":7,\"block_hash\":\"0x77\"}";

  private final CannedNode canned = new CannedNode();
  private final JsonRpcNode node = JsonRpcNode.at(canned.uri());

  @AfterEach
  void close() {
    node.close();
    canned.close();
  }

  @Test
  void readsAReceipt() throws InterruptedException {
    canned.result(RECEIPT);
    Receipt receipt = Objects.requireNonNull(node.receipt(HASH));
    assertThat(receipt.status())
        .isEqualTo(new TransactionStatus(Finality.ACCEPTED_ON_L2, true, "no gold"));
    assertThat(receipt.fee()).isEqualTo(100);
    assertThat(receipt.blockNumber()).isEqualTo(7);
    assertThat(receipt.events())
        .containsExactly(
            new ChainEvent(Felt.of(5), List.of(Felt.of(1)), List.of(Felt.of(2), Felt.of(3))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"transaction_hash\":\"0x1a2b\" -> \"transaction_hash\":\"0x1a2c\"",
        "\"FRI\" -> \"WEI\"",
        "\"ACCEPTED_ON_L2\" -> \"REJECTED\"",
        "\"REVERTED\" -> \"REJECTED\"",
        "\"execution_status\":\"REVERTED\", -> ",
        "\"block_number\":7 -> \"block_number\":-7",
        "\"block_number\":7 -> \"block_number\":7.5",
        "\"block_number\":7 -> \"block_number\":18446744073709551616",
        "\"events\":[ -> \"events\":[7,",
        "\"data\":[ -> \"data\":[null,",
        "\"0x64\" -> \"100\"",
      })
  void aReceiptThatIsOnlyNearlyOneIsAnOutage(String change) {
    String[] parts = change.split(" -> ", -1);
    assertThat(RECEIPT).contains(parts[0]);
    canned.result(RECEIPT.replace(parts[0], parts[1]));
    assertThatThrownBy(() -> node.receipt(HASH)).isInstanceOf(NodeUnavailable.class);
  }

  @Test
  void aReceiptOfNoBlockHasNone() throws InterruptedException {
    canned.result(
        RECEIPT.replace(",\"block_hash\":\"0x77\"", "").replace("ACCEPTED_ON_L2", "PRE_CONFIRMED"));
    Receipt receipt = Objects.requireNonNull(node.receipt(HASH));
    assertThat(receipt.blockNumber()).isNull();
    assertThat(receipt.blockHash()).isNull();
  }

  @Test
  void whatIsNotExecutedIsNeitherRevertedNorNot() throws InterruptedException {
    canned.result("{\"finality_status\":\"RECEIVED\"}");
    assertThat(node.status(HASH)).isEqualTo(new TransactionStatus(Finality.RECEIVED, null, null));
  }

  @Test
  void readsABlockAndNoOther() throws InterruptedException {
    String block =
        "{\"block_number\":7,\"block_hash\":\"0x77\",\"parent_hash\":\"0x76\",\"timestamp\":1000,"
            + "\"transactions\":[\"0x9\"]}";
    canned.result(block);
    assertThat(node.block(7))
        .isEqualTo(
            BlockHeader.of(
                7,
                Felt.hex("0x77"),
                Felt.hex("0x76"),
                Instant.ofEpochSecond(1_000),
                List.of(Felt.of(9))));
    assertThatThrownBy(() -> node.block(8)).isInstanceOf(NodeUnavailable.class);
    canned.result(block.replace("1000", "99999999999999"));
    assertThatThrownBy(() -> node.block(7)).isInstanceOf(NodeUnavailable.class);
  }

  /// As a starknet-devnet has them.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          1000 | ["0x9"]       | true
          1001 | ["0x9"]       | false
          1000 | ["0xa"]       | false
          1000 | []            | false
          1000 | ["0x9","0x9"] | false
          """)
  void twoBlocksOfOneHashAreToldApartByWhatIsInThem(long time, String transactions, boolean same)
      throws InterruptedException {
    String block = "{\"block_number\":7,\"block_hash\":\"0x77\",\"parent_hash\":\"0x76\",";
    canned.result(block + "\"timestamp\":1000,\"transactions\":[\"0x9\"]}");
    Felt one = node.latest().contentHash();
    canned.result(block + "\"timestamp\":" + time + ",\"transactions\":" + transactions + "}");
    assertThat(node.latest().contentHash().equals(one)).isEqualTo(same);
  }

  @Test
  void readsAPageOfEvents() throws InterruptedException {
    canned.result(
        "{\"events\":[{\"from_address\":\"0x5\",\"keys\":[],\"data\":[],"
            + "\"transaction_hash\":\"0x9\",\"block_number\":7,\"block_hash\":\"0x77\"}],"
            + "\"continuation_token\":\"more\"}");
    EventPage page = node.events(new EventQuery(Felt.of(5), 3, 9, "here", 10));
    assertThat(page.next()).isEqualTo("more");
    assertThat(page.events())
        .containsExactly(
            new EventPage.Placed(
                new ChainEvent(Felt.of(5), List.of(), List.of()),
                Felt.of(9),
                7L,
                Felt.hex("0x77")));
    assertThat(canned.request().path("params").path("filter").toString())
        .isEqualTo(
            "{\"from_block\":{\"block_number\":3},\"to_block\":{\"block_number\":9},"
                + "\"address\":\"0x5\",\"continuation_token\":\"here\",\"chunk_size\":10}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[{}]",
        "[{\"unit\":\"FRI\",\"l1_gas_consumed\":\"0x10000000000000000\"}]",
        "{}"
      })
  void noEstimateIsAnOutage(String result) {
    canned.result(result);
    assertThatThrownBy(() -> node.estimate(transaction(), BlockTag.LATEST))
        .isInstanceOf(NodeUnavailable.class);
  }

  @Test
  void whatIsSentIsWhatWasSigned() throws InterruptedException {
    canned.result("{\"transaction_hash\":\"0x1a2b\"}");
    assertThat(node.invoke(new SignedInvoke(transaction(), HASH, List.of(Felt.of(8), Felt.of(9)))))
        .isEqualTo(HASH);
    assertThat(canned.request().path("params").toString())
        .isEqualTo(
            "{\"invoke_transaction\":{\"type\":\"INVOKE\",\"sender_address\":\"0x64\","
                + "\"calldata\":[\"0x0\"],\"version\":\"0x3\",\"signature\":[\"0x8\",\"0x9\"],"
                + "\"nonce\":\"0x2a\",\"resource_bounds\":{"
                + "\"l1_gas\":{\"max_amount\":\"0x1\",\"max_price_per_unit\":\"0x2\"},"
                + "\"l1_data_gas\":{\"max_amount\":\"0x5\",\"max_price_per_unit\":\"0x6\"},"
                + "\"l2_gas\":{\"max_amount\":\"0x3\",\"max_price_per_unit\":\"0x4\"}},"
                + "\"tip\":\"0x0\",\"paymaster_data\":[],\"account_deployment_data\":[],"
                + "\"nonce_data_availability_mode\":\"L1\",\"fee_data_availability_mode\":\"L1\"}}");
  }

  private static InvokeTransaction transaction() {
    return InvokeTransaction.of(
        Felt.of(100),
        Felt.of(42),
        new ResourceBounds(GasBound.of(1, 2), GasBound.of(3, 4), GasBound.of(5, 6)),
        List.<ContractCall>of());
  }
}
