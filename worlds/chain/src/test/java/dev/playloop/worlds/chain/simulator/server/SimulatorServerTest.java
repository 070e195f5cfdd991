package dev.playloop.worlds.chain.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.chain.TestChain;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the front says of itself, and to whom who asks wrongly.
final class SimulatorServerTest {
  private final TestChain test = TestChain.start();
  private final SimulatorServer server = SimulatorServer.start(test.chain(), 0);
  private final RpcClient client = new RpcClient(server.address());

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void listensOnThisMachineOnlyAndSaysWhatItIs() throws InterruptedException {
    assertThat(server.address().getHost()).isEqualTo("127.0.0.1");
    HttpResponse<byte[]> answer =
        client.send(
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"playloop_about\"}"
                .getBytes(StandardCharsets.UTF_8));
    assertThat(answer.headers().firstValue("Playloop-Simulator")).hasValue("no Starknet node");
    assertThat(new String(answer.body(), StandardCharsets.UTF_8))
        .contains("It is no Starknet node.", "\"id\":7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{{ | -32700",
        "`` | -32700",
        "7 | -32600",
        "[{'jsonrpc':'2.0','id':1,'method':'starknet_chainId'}] | -32600",
        "{'jsonrpc':'2.0','method':'starknet_chainId'} | -32600",
        "{'jsonrpc':'2.0','id':{},'method':'starknet_chainId'} | -32600",
        "{'id':1,'method':'starknet_chainId'} | -32600",
        "{'jsonrpc':'2.0','id':1,'method':'starknet_traceBlock'} | -32601",
        "{'jsonrpc':'2.0','id':1,'method':5} | -32601",
        "{'jsonrpc':'2.0','id':1,'method':'starknet_getNonce','params':5} | -32602",
        "{'jsonrpc':'2.0','id':1,'method':'starknet_getNonce','params':['latest','0x1','0x2']} | -32602",
        "{'jsonrpc':'2.0','id':1,'method':'starknet_getNonce','params':['pending','0x1']} | -32602",
        "{'jsonrpc':'2.0','id':1,'method':'starknet_getNonce','params':['latest','x']} | -32602",
        "{'jsonrpc':'2.0','id':1,'method':'starknet_getNonce','params':['latest','0x1']} | 20",
        "{'jsonrpc':'2.0','id':1,'method':'starknet_getNonce','params':['l1_accepted','0x1']} | 24",
        "{'jsonrpc':'2.0','id':1,'method':'starknet_getNonce','params':[{'block_number':99},'0x1']} | 24",
        "{'jsonrpc':'2.0','id':1,'method':'starknet_getTransactionStatus','params':['0x5']} | 29",
        "{'jsonrpc':'2.0','id':1,'method':'starknet_getEvents','params':[{'chunk_size':99999}]} | 31",
        "{'jsonrpc':'2.0','id':1,'method':'starknet_getEvents','params':[{'chunk_size':1,'continuation_token':'junk'}]} | 33",
        "{'jsonrpc':'2.0','id':1,'method':'devnet_abortBlocks','params':[{'block_number':0}]} | -1",
        "{'jsonrpc':'2.0','id':1,'method':'devnet_abortBlocks','params':[{'block_number':99}]} | -1",
        "{'jsonrpc':'2.0','id':1,'method':'devnet_mint','params':{'address':'0x1','amount':-1}} | -32602"
      })
  void aWrongRequestGetsAnError(String body, int code) throws InterruptedException {
    HttpResponse<byte[]> answer =
        client.send(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode reply = Json.tree(new String(answer.body(), StandardCharsets.UTF_8));
    assertThat(reply.at("/error/code").asInt()).as("%s", reply).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({
    "version,0x1",
    "version,0x100000000000000000000000000000003",
    "type,DECLARE",
    "nonce,xyz",
    "nonce,0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "tip,0x1ffffffffffffffff",
    "fee_data_availability_mode,L2",
    "nonce_data_availability_mode,L3",
    "extra,1"
  })
  void aTransactionWithAWrongFieldIsNone(String field, String value) throws InterruptedException {
    ObjectNode invoke = invoke();
    invoke.put(field, value);
    ObjectNode params = Json.NODES.objectNode();
    params.set("invoke_transaction", invoke);
    JsonNode reply = client.ask("starknet_addInvokeTransaction", params);
    assertThat(reply.at("/error/code").asInt()).as("%s", reply).isIn(-32_602, -1);
    assertThat(test.nonce(0)).isZero();
  }

  private ObjectNode invoke() {
    Broadcast sent = test.signed(0, test.put(1, 1));
    ObjectNode json = ChainJson.transaction(Felt.ONE, sent);
    json.remove("transaction_hash");
    return json;
  }

  @Test
  void whatOnlyTheSimulatorPlaysIsTurnedFromOutside() throws InterruptedException {
    client.result("playloop_hold", "{'on':true}");
    ObjectNode params = Json.NODES.objectNode();
    params.set("invoke_transaction", invoke());
    String hash =
        client
            .ask("starknet_addInvokeTransaction", params)
            .at("/result/transaction_hash")
            .asString();
    assertThat(client.result("playloop_waiting", "{}").get(0).asString()).isEqualTo(hash);
    assertThat(
            client
                .result("playloop_evict", "{'transaction_hash':'" + hash + "'}")
                .path("evicted")
                .asBoolean())
        .isTrue();
    client.result("playloop_hold", "{'on':false}");
    client.result("playloop_dropNext", "{'transactions':1}");
    client.result("playloop_setGap", "{'nonces':3}");
    client.result("playloop_setPace", "{'pace':'demand'}");
    client.result("playloop_setPace", "{'pace':'transaction'}");
    client.result("playloop_setPace", "{'pace':5}");
    client.result("playloop_foreignWrite", "{'account_address':'" + test.account(0) + "'}");
    assertThat(test.nonce(0)).isEqualTo(1);
  }
}
