package dev.playloop.worlds.chain.simulator.server;

import static dev.playloop.worlds.chain.simulator.server.ChainJson.object;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.simulator.Execution;
import dev.playloop.worlds.chain.simulator.chain.BlockRef;
import dev.playloop.worlds.chain.simulator.chain.ChainBlock;
import dev.playloop.worlds.chain.simulator.chain.ChainQueries;
import dev.playloop.worlds.chain.simulator.chain.Executed;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `starknet_…` methods that ask about blocks and contracts.
final class ReadMethods {
  /// What a devnet 0.10.1 speaks.
  private static final String SPEC = "0.10.2";

  private static final String BLOCK = "block_id";
  private static final String CONTRACT = "contract_address";

  private final ChainQueries queries;

  ReadMethods(ChainQueries queries) {
    this.queries = queries;
  }

  void addTo(Map<String, RpcMethod> methods) {
    methods.put("starknet_specVersion", RpcMethod.of(_ -> Json.NODES.stringNode(SPEC)));
    methods.put(
        "starknet_chainId", RpcMethod.of(_ -> Json.NODES.stringNode(queries.chainId().hex())));
    methods.put("starknet_syncing", RpcMethod.of(_ -> Json.NODES.booleanNode(false)));
    methods.put(
        "starknet_blockNumber", RpcMethod.of(_ -> Json.NODES.numberNode(latest().number())));
    methods.put("starknet_blockHashAndNumber", RpcMethod.of(_ -> hashAndNumber()));
    methods.put(
        "starknet_getBlockWithTxHashes",
        RpcMethod.of(asked -> block(asked, ChainJson::hash), BLOCK));
    methods.put(
        "starknet_getBlockWithTxs",
        RpcMethod.of(asked -> block(asked, ReadMethods::transaction), BLOCK));
    methods.put("starknet_getBlockTransactionCount", RpcMethod.of(this::count, BLOCK));
    methods.put("starknet_getNonce", RpcMethod.of(this::nonce, BLOCK, CONTRACT));
    methods.put("starknet_getClassHashAt", RpcMethod.of(this::classHash, BLOCK, CONTRACT));
    methods.put("starknet_getClassAt", RpcMethod.of(this::contractClass, BLOCK, CONTRACT));
    methods.put("starknet_getStorageAt", RpcMethod.of(this::storage, CONTRACT, "key", BLOCK));
    methods.put("starknet_call", RpcMethod.of(this::call, "request", BLOCK));
  }

  private ChainBlock latest() {
    return queries.block(BlockRef.LATEST);
  }

  private JsonNode hashAndNumber() {
    ChainBlock latest = latest();
    return object().put("block_hash", latest.hash().hex()).put("block_number", latest.number());
  }

  private JsonNode block(RpcArguments asked, Function<Executed, JsonNode> each) {
    BlockRef ref = asked.block(BLOCK);
    return ref.equals(BlockRef.PRE_CONFIRMED)
        ? ChainJson.pending(queries.pending(), each)
        : ChainJson.block(queries.block(ref), each);
  }

  private static JsonNode transaction(Executed executed) {
    return ChainJson.transaction(executed.hash(), executed.transaction());
  }

  private JsonNode count(RpcArguments asked) {
    BlockRef ref = asked.block(BLOCK);
    return Json.NODES.numberNode(
        ref.equals(BlockRef.PRE_CONFIRMED)
            ? queries.pending().transactions().size()
            : queries.block(ref).transactions().size());
  }

  private JsonNode nonce(RpcArguments asked) {
    return Json.NODES.stringNode(queries.nonce(asked.block(BLOCK), asked.felt(CONTRACT)).hex());
  }

  private JsonNode classHash(RpcArguments asked) {
    return Json.NODES.stringNode(queries.classHash(asked.block(BLOCK), asked.felt(CONTRACT)).hex());
  }

  private JsonNode storage(RpcArguments asked) {
    return Json.NODES.stringNode(
        queries.storage(asked.block(BLOCK), asked.felt(CONTRACT), asked.felt("key")).hex());
  }

  /// A class without code: there is none but Java's. Its ABI is what clients look at.
  private JsonNode contractClass(RpcArguments asked) {
    ObjectNode json = object();
    json.putArray("sierra_program").add("0x1").add("0x7").add("0x0");
    json.put("contract_class_version", "0.1.0");
    ObjectNode entrypoints = json.putObject("entry_points_by_type");
    entrypoints.putArray("CONSTRUCTOR");
    entrypoints.putArray("EXTERNAL");
    entrypoints.putArray("L1_HANDLER");
    String abi = queries.program(asked.block(BLOCK), asked.felt(CONTRACT)).abi();
    return json.put("abi", abi);
  }

  private JsonNode call(RpcArguments asked) {
    RpcArguments request = asked.object("request");
    Execution.Entry entry =
        new Execution.Entry(
            request.felt(CONTRACT),
            request.felt("entry_point_selector"),
            request.felts("calldata"));
    return switch (queries.call(asked.block(BLOCK), entry)) {
      case Execution.Result.Done done -> ChainJson.felts(done.trace().ending().words());
      case Execution.Result.Failed failed -> {
        ObjectNode data = object();
        data.set("revert_error", TraceJson.callError(failed.revert()));
        throw new RpcError(NodeRefusal.CONTRACT_ERROR, "Contract error", data);
      }
    };
  }
}
