package dev.playloop.worlds.chain.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.chain.BlockPace;
import dev.playloop.worlds.chain.simulator.chain.TestChain;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Every method's questions and answers against Starknet's own description of them.
final class RpcShapesTest {
  private OpenRpc spec;
  private TestChain test;
  private SimulatorServer server;
  private RpcClient client;

  @BeforeEach
  void start() throws IOException {
    spec = OpenRpc.read();
    test = TestChain.start();
    server = SimulatorServer.start(test.chain(), 0);
    client = new RpcClient(server.address());
  }

  @AfterEach
  void stop() {
    if (server != null) {
      client.close();
      server.close();
    }
  }

  private JsonNode valid(String method, String params) throws InterruptedException {
    JsonNode asked = Json.tree(params.replace('\'', '"'));
    asked
        .properties()
        .forEach(field ->
            assertThat(spec.parameterErrors(method, field.getKey(), field.getValue()))
                .as("%s of %s: %s", field.getKey(), method, field.getValue())
                .isEmpty());
    JsonNode result = client.result(method, params);
    assertThat(spec.resultErrors(method, result)).as("%s: %s", method, result).isEmpty();
    return result;
  }

  private static String invoke(Broadcast sent) {
    ObjectNode json = ChainJson.transaction(Felt.ONE, sent);
    json.remove("transaction_hash");
    return json.toString().replace('"', '\'');
  }

  private Broadcast put(long value) {
    return test.signed(0, test.put(1, value));
  }

  private String sent(Broadcast transaction) throws InterruptedException {
    return valid(
            "starknet_addInvokeTransaction", "{'invoke_transaction':" + invoke(transaction) + "}")
        .path("transaction_hash")
        .asString();
  }

  @Test
  void whatIsAskedOfTheChain() throws InterruptedException {
    valid("starknet_specVersion", "{}");
    valid("starknet_chainId", "{}");
    valid("starknet_blockNumber", "{}");
    valid("starknet_blockHashAndNumber", "{}");
    valid("starknet_syncing", "{}");
  }

  @Test
  void blocksWithAndWithoutTransactions() throws InterruptedException {
    sent(put(1));
    JsonNode latest = valid("starknet_blockHashAndNumber", "{}");
    for (String block :
        List.of(
            "'latest'",
            "'pre_confirmed'",
            "{'block_number':0}",
            "{'block_hash':'" + latest.path("block_hash").asString() + "'}")) {
      String asked = "{'block_id':" + block + "}";
      valid("starknet_getBlockWithTxHashes", asked);
      valid("starknet_getBlockWithTxs", asked);
      valid("starknet_getBlockTransactionCount", asked);
    }
    test.controls().pace(new BlockPace.OnDemand());
    sent(put(2));
    JsonNode pending = valid("starknet_getBlockWithTxs", "{'block_id':'pre_confirmed'}");
    assertThat(pending.path("transactions")).hasSize(1);
  }

  @Test
  void contracts() throws InterruptedException {
    for (Felt contract : List.of(test.account(0), TestChain.STRK, test.vault())) {
      String asked = "{'block_id':'latest','contract_address':'" + contract + "'}";
      valid("starknet_getNonce", asked);
      valid("starknet_getClassHashAt", asked);
      JsonNode made = valid("starknet_getClassAt", asked);
      assertThat(Json.tree(made.path("abi").asString()).isArray()).isTrue();
      valid(
          "starknet_getStorageAt",
          "{'contract_address':'" + contract + "','key':'0x1','block_id':'latest'}");
    }
    valid("starknet_call", call(Selector.of("get"), "'0x1'"));
  }

  private String call(Felt selector, String words) {
    return "{'request':{'contract_address':'"
        + test.vault()
        + "','entry_point_selector':'"
        + selector
        + "','calldata':["
        + words
        + "]},'block_id':'latest'}";
  }

  @Test
  void transactionsThatSucceedRevertWaitAndAreExecuted() throws InterruptedException {
    about(sent(put(1)));
    about(sent(test.signed(0, test.vaultCall("put_and_panic", Felt.ONE, Felt.ONE))));
    test.controls().pace(new BlockPace.OnDemand());
    about(sent(put(2)));
    test.controls().hold(true);
    String waiting = sent(put(3));
    String asked = "{'transaction_hash':'" + waiting + "'}";
    assertThat(valid("starknet_getTransactionStatus", asked).path("finality_status").asString())
        .isEqualTo("RECEIVED");
    valid("starknet_getTransactionByHash", asked);
    assertThat(client.ask("starknet_getTransactionReceipt", asked).at("/error/code").asInt())
        .isEqualTo(29);
  }

  private void about(String hash) throws InterruptedException {
    String asked = "{'transaction_hash':'" + hash + "'}";
    valid("starknet_getTransactionStatus", asked);
    valid("starknet_getTransactionReceipt", asked);
    valid("starknet_getTransactionByHash", asked);
  }

  @Test
  void estimatesAndSimulations() throws InterruptedException {
    String good = invoke(put(1));
    String bad = invoke(test.signed(0, test.vaultCall("put_and_panic", Felt.ONE, Felt.ONE)));
    String caught =
        invoke(
            test.signed(
                0, test.vaultCall("try", test.vault(), Selector.of("put_and_panic"), Felt.ONE)));
    valid(
        "starknet_estimateFee",
        "{'request':[" + good + "],'simulation_flags':['SKIP_VALIDATE'],'block_id':'latest'}");
    for (String one : List.of(good, bad, caught)) {
      for (String flags : List.of("", "'SKIP_VALIDATE'", "'SKIP_VALIDATE','SKIP_FEE_CHARGE'")) {
        valid(
            "starknet_simulateTransactions",
            "{'block_id':'pre_confirmed','transactions':["
                + one
                + "],'simulation_flags':["
                + flags
                + "]}");
      }
    }
    assertThat(test.nonce(0)).isZero();
  }

  @Test
  void eventsByPages() throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      sent(put(i));
    }
    String filter =
        "'from_block':{'block_number':0},'to_block':'pre_confirmed','chunk_size':2,'address':'"
            + test.vault()
            + "','keys':[[],['0x1']]";
    int found = 0;
    String token = "";
    do {
      JsonNode page = valid("starknet_getEvents", "{'filter':{" + filter + token + "}}");
      found += page.path("events").size();
      String next = page.path("continuation_token").asString("");
      token = next.isEmpty() ? "" : ",'continuation_token':'" + next + "'";
    } while (!token.isEmpty());
    assertThat(found).isEqualTo(5);
  }

  /// All that is otherwise in the description, which is of 0.10.4-rc.1, than on a devnet 0.10.1,
  /// which speaks 0.10.2; the simulator does as the devnet.
  @Test
  void whereTheNodeIsOtherThanTheDescription() throws InterruptedException {
    assertThat(spec.version()).isEqualTo("0.10.4-rc.1");
    assertThat(client.result("starknet_specVersion", "{}").asString()).isEqualTo("0.10.2");

    // Two texts of errors.
    String sent = invoke(put(1));
    client.result("starknet_addInvokeTransaction", "{'invoke_transaction':" + sent + "}");
    JsonNode again =
        client.ask("starknet_addInvokeTransaction", "{'invoke_transaction':" + sent + "}");
    assertThat(again.at("/error/message").asString()).isEqualTo("Duplicate transaction");
    assertThat(spec.error(59)).isNotEqualTo("Duplicate transaction");
    JsonNode missing = client.ask("starknet_call", call(Selector.of("none"), ""));
    assertThat(missing.at("/error/message").asString())
        .isEqualTo("Requested entrypoint does not exist in the contract");
    assertThat(spec.error(21)).isNotEqualTo("Requested entrypoint does not exist in the contract");

    // Fields and parameters that are newer.
    assertThat(spec.type("INVOKE_TXN_V3").toString()).contains("proof_facts");
    assertThat(spec.type("BROADCASTED_INVOKE_TXN").toString()).contains("proof");
    assertThat(spec.parameters("starknet_getBlockWithTxs")).contains("response_flags");

    // A status of what succeeded has a `failure_reason` of null on the devnet; here it has none.
    assertThat(spec.type("TXN_STATUS_RESULT").at("/properties/failure_reason/type").asString())
        .isEqualTo("string");

    // An only-query transaction is no `UNSUPPORTED_TX_VERSION`.
    String query =
        sent.replace("'version':'0x3'", "'version':'0x100000000000000000000000000000003'");
    JsonNode refused =
        client.ask("starknet_addInvokeTransaction", "{'invoke_transaction':" + query + "}");
    assertThat(refused.at("/error/code").asInt()).isEqualTo(-1);
  }
}
