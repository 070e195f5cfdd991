package dev.playloop.worlds.chain.evm;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.evm.EthReplies.EthBlock;
import dev.playloop.worlds.chain.evm.EthReplies.EthCall;
import dev.playloop.worlds.chain.evm.EthReplies.EthReceipt;
import dev.playloop.worlds.chain.evm.EthReplies.EthTransaction;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.RpcValue;
import dev.playloop.worlds.chain.node.RpcWire;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A node of Ethereum's JSON-RPC, as far as a lane asks it. Every method throws [NodeUnavailable]
/// where there is no answer. Where the node refuses what it must answer, it has not answered; what
/// may be refused for what it is throws [NodeRefusal]. Called on many threads at once.
final class EthNode implements AutoCloseable {
  /// The state of the newest block.
  static final String LATEST = "latest";

  /// With what waits.
  static final String PENDING = "pending";

  private static final Duration LIMIT = Duration.ofSeconds(15);

  private final RpcWire wire;

  private EthNode(RpcWire wire) {
    this.wire = wire;
  }

  /// Opens no connection yet.
  static EthNode at(URI node) {
    return new EthNode(RpcWire.to(node, LIMIT));
  }

  /// For what only this node can be asked.
  RpcWire wire() {
    return wire;
  }

  /// @param number of a block
  static String at(long number) {
    return "0x" + Long.toHexString(number);
  }

  long chainId() throws InterruptedException {
    RpcValue id = told("eth_chainId", list());
    long number = id.u64();
    if (number < 1 || number > EvmTransaction.MAX_CHAIN) {
      throw id.wrong("an id from 1 to " + EvmTransaction.MAX_CHAIN);
    }
    return number;
  }

  EthBlock latest() throws InterruptedException {
    EthBlock block = block(LATEST);
    if (block == null) {
      throw new NodeUnavailable("the node " + wire.host() + " has no newest block", null);
    }
    return block;
  }

  /// Null where there is none.
  @Nullable EthBlock block(long number) throws InterruptedException {
    EthBlock block = block(at(number));
    if (block != null && block.number() != number) {
      throw new NodeUnavailable(
          "the node " + wire.host() + " has block " + block.number() + " for " + number, null);
    }
    return block;
  }

  private @Nullable EthBlock block(String which) throws InterruptedException {
    return EthReplies.block(told("eth_getBlockByNumber", list(which).add(false)));
  }

  long count(Felt account, String at) throws InterruptedException {
    return told("eth_getTransactionCount", list(EvmAddress.text(account)).add(at)).u64();
  }

  BigInteger balance(Felt account) throws InterruptedException {
    return told("eth_getBalance", list(EvmAddress.text(account)).add(LATEST)).u128();
  }

  /// `0x` where there is no contract.
  String code(String address) throws InterruptedException {
    return EthReplies.bytes(told("eth_getCode", list(address).add(LATEST)));
  }

  /// How much gas the call takes, on the newest block's state. Throws [NodeRefusal].
  long estimate(EthCall call) throws InterruptedException {
    return wire.ask("eth_estimateGas", list(json(call))).u64();
  }

  /// Makes the call on the state behind a block. Throws [NodeRefusal].
  String call(EthCall call, String at) throws InterruptedException {
    return EthReplies.bytes(wire.ask("eth_call", list(json(call)).add(at)));
  }

  private static ObjectNode json(EthCall call) {
    ObjectNode json = Json.NODES.objectNode();
    json.put("from", call.from()).put("to", call.to()).put("data", call.data());
    if (call.gas() != null) {
      json.put("gas", at(call.gas()));
    }
    return json;
  }

  BigInteger gasPrice() throws InterruptedException {
    return told("eth_gasPrice", list()).u128();
  }

  BigInteger tip() throws InterruptedException {
    return told("eth_maxPriorityFeePerGas", list()).u128();
  }

  /// Its hash, as the node computes it. Throws [NodeRefusal].
  ///
  /// @param signed `0x` and hex
  String send(String signed) throws InterruptedException {
    return EthReplies.hash(wire.ask("eth_sendRawTransaction", list(signed)));
  }

  @Nullable EthTransaction transaction(String hash) throws InterruptedException {
    return EthReplies.transaction(hash, told("eth_getTransactionByHash", list(hash)));
  }

  /// Null where it is in no block.
  @Nullable EthReceipt receipt(String hash) throws InterruptedException {
    return EthReplies.receipt(hash, told("eth_getTransactionReceipt", list(hash)));
  }

  private RpcValue told(String method, ArrayNode params) throws InterruptedException {
    try {
      return wire.ask(method, params);
    } catch (NodeRefusal e) {
      throw new NodeUnavailable(
          "the node " + wire.host() + " refuses " + method + ": " + e.getMessage(), e);
    }
  }

  private static ArrayNode list() {
    return Json.NODES.arrayNode();
  }

  private static ArrayNode list(String first) {
    return list().add(first);
  }

  private static ArrayNode list(ObjectNode first) {
    return list().add(first);
  }

  @Override
  public void close() {
    wire.close();
  }
}
