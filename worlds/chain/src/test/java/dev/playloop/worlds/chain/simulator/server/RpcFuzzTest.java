package dev.playloop.worlds.chain.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.simulator.chain.TestChain;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Broken requests, seeded: each is answered, none is a fault of ours, and the chain goes on.
final class RpcFuzzTest {
  private static final long SEED = 1_511;
  private static final int REQUESTS = 3_000;
  private static final List<String> STRANGE =
      List.of(
          "null",
          "-1",
          "1e400",
          "99999999999999999999999999",
          "\"\"",
          "\"0x\"",
          "\"0xg\"",
          "\"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\"",
          "[]",
          "{}",
          "[[[[[]]]]]",
          "true",
          "\"\\ud800\"",
          "\"latest\"",
          "{\"block_number\":9223372036854775807}",
          "{\"block_number\":1.5}",
          "0.1");

  private final TestChain test = TestChain.start();
  private final SimulatorServer server = SimulatorServer.start(test.chain(), 0);
  private final RpcClient client = new RpcClient(server.address());

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void everyBrokenRequestIsAnsweredAndTheChainGoesOn() throws InterruptedException {
    List<String> good = good();
    Random random = new Random(SEED);
    for (int i = 0; i < REQUESTS; i++) {
      String request = good.get(random.nextInt(good.size()));
      byte[] broken =
          random.nextBoolean()
              ? bytes(random, request.getBytes(StandardCharsets.UTF_8))
              : words(random, request);
      HttpResponse<byte[]> answer = client.send(broken);
      String told =
          "request "
              + i
              + " of seed "
              + SEED
              + ": "
              + new String(broken, StandardCharsets.ISO_8859_1);
      assertThat(answer.statusCode()).as(told).isEqualTo(200);
      JsonNode reply = CheckedJson.of(answer.body(), Edge.REPLY).tree();
      assertThat(reply.has("result") ^ reply.has("error")).as(told).isTrue();
      assertThat(reply.at("/error/code").asInt(0)).as(told).isNotEqualTo(-32_603);
    }
    long before = test.kept(1_000);
    test.controls().hold(false);
    test.controls().dropNext(0);
    test.controls().createBlock();
    test.controls().foreignWrite(test.account(2), List.of(test.put(1_000, before + 1)));
    test.controls().createBlock();
    assertThat(test.kept(1_000)).isEqualTo(before + 1);
    assertThat(client.result("starknet_chainId", "{}").asString())
        .isEqualTo(Felt.shortString("SN_SEPOLIA").hex());
  }

  /// One good request of each method.
  private List<String> good() {
    ObjectNode invoke = ChainJson.transaction(Felt.ONE, test.signed(0, test.put(1, 1)));
    invoke.remove("transaction_hash");
    String latest = "\"block_id\":\"latest\"";
    String contract = latest + ",\"contract_address\":\"" + test.vault() + "\"";
    String request =
        "{\"contract_address\":\""
            + test.vault()
            + "\",\"entry_point_selector\":\""
            + Selector.of("try")
            + "\",\"calldata\":[\"0x1\",\"0x2\"]}";
    List<String> all = new ArrayList<>();
    add(all, "starknet_addInvokeTransaction", "{\"invoke_transaction\":" + invoke + "}");
    add(
        all,
        "starknet_estimateFee",
        "{" + latest + ",\"request\":[" + invoke + "],\"simulation_flags\":[\"SKIP_VALIDATE\"]}");
    add(
        all,
        "starknet_simulateTransactions",
        "{" + latest + ",\"transactions\":[" + invoke + "],\"simulation_flags\":[]}");
    add(all, "starknet_call", "{\"request\":" + request + "," + latest + "}");
    add(all, "starknet_getNonce", "{" + contract + "}");
    add(all, "starknet_getStorageAt", "{" + contract + ",\"key\":\"0x1\"}");
    add(all, "starknet_getClassAt", "{" + contract + "}");
    add(all, "starknet_getBlockWithTxs", "{" + latest + "}");
    add(all, "starknet_getTransactionReceipt", "{\"transaction_hash\":\"0x1\"}");
    add(
        all,
        "starknet_getEvents",
        "{\"filter\":{\"from_block\":{\"block_number\":0},\"to_block\":\"latest\",\"chunk_size\":5,"
            + "\"keys\":[[\"0x1\"]],\"continuation_token\":\"0-0-0\"}}");
    add(all, "devnet_mint", "{\"address\":\"0x1\",\"amount\":5,\"unit\":\"FRI\"}");
    add(all, "devnet_setTime", "{\"time\":1900000000,\"generate_block\":false}");
    add(all, "devnet_increaseTime", "{\"time\":5}");
    add(all, "devnet_setGasPrice", "{\"gas_price_fri\":1000,\"generate_block\":true}");
    add(all, "devnet_abortBlocks", "{\"starting_block_id\":{\"block_number\":9999}}");
    add(all, "devnet_getPredeployedAccounts", "{\"with_balance\":true}");
    add(all, "playloop_evict", "{\"transaction_hash\":\"0x1\"}");
    add(all, "playloop_dropNext", "{\"transactions\":0}");
    add(all, "playloop_setGap", "{\"nonces\":1}");
    add(all, "playloop_setPace", "{\"pace\":\"transaction\"}");
    add(all, "playloop_foreignWrite", "{\"account_address\":\"" + test.account(1) + "\"}");
    return all;
  }

  private static void add(List<String> all, String method, String params) {
    all.add(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
  }

  private static byte[] bytes(Random random, byte[] request) {
    byte[] broken = request.clone();
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
    }
    return random.nextInt(4) == 0 ? Arrays.copyOf(broken, random.nextInt(broken.length)) : broken;
  }

  /// Some value is another one.
  private static byte[] words(Random random, String request) {
    JsonNode tree = Json.tree(request);
    List<ObjectNode> objects = new ArrayList<>();
    objects(tree.path("params"), objects);
    ObjectNode object = objects.get(random.nextInt(objects.size()));
    List<String> names = List.copyOf(object.propertyNames());
    if (!names.isEmpty()) {
      object.put(names.get(random.nextInt(names.size())), "@");
    }
    String strange = STRANGE.get(random.nextInt(STRANGE.size()));
    return tree.toString().replace("\"@\"", strange).getBytes(StandardCharsets.UTF_8);
  }

  private static void objects(JsonNode node, List<ObjectNode> all) {
    if (node instanceof ObjectNode object) {
      all.add(object);
    }
    node.forEach(inner -> objects(inner, all));
  }
}
