package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.declare.SignedDeclare;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A node that speaks Starknet's JSON-RPC 0.10 over HTTP.
public final class JsonRpcNode implements StarknetNode, AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(15);

  private final RpcWire wire;

  private JsonRpcNode(RpcWire wire) {
    this.wire = wire;
  }

  /// With the usual limit of 15 s an answer. Opens no connection yet.
  public static JsonRpcNode at(URI node) {
    return at(node, LIMIT);
  }

  /// @param limit how long one answer may take
  public static JsonRpcNode at(URI node, Duration limit) {
    return new JsonRpcNode(RpcWire.to(node, limit));
  }

  /// For what only this node can be asked.
  public RpcWire wire() {
    return wire;
  }

  /// Which version of the RPC it speaks, as it says it.
  public String specVersion() throws InterruptedException {
    return wire.ask("starknet_specVersion", RpcParams.none()).text();
  }

  @Override
  public Felt chainId() throws InterruptedException {
    return wire.ask("starknet_chainId", RpcParams.none()).felt();
  }

  @Override
  public @Nullable BlockHeader block(long number) throws InterruptedException {
    RpcValue block =
        unless(NodeRefusal.BLOCK_NOT_FOUND, "starknet_getBlockWithTxHashes", RpcParams.at(number));
    if (block == null) {
      return null;
    }
    BlockHeader header = RpcReplies.header(block);
    if (header.number() != number) {
      throw block.wrong("block " + number);
    }
    return header;
  }

  @Override
  public BlockHeader latest() throws InterruptedException {
    return RpcReplies.header(
        wire.ask("starknet_getBlockWithTxHashes", RpcParams.at(BlockTag.LATEST)));
  }

  @Override
  public @Nullable Felt nonce(Felt account, BlockTag tag) throws InterruptedException {
    return felt("starknet_getNonce", RpcParams.contract(account, tag));
  }

  @Override
  public @Nullable Felt classHashAt(Felt contract) throws InterruptedException {
    return felt("starknet_getClassHashAt", RpcParams.contract(contract, BlockTag.LATEST));
  }

  private @Nullable Felt felt(String method, ObjectNode params) throws InterruptedException {
    RpcValue value = unless(NodeRefusal.CONTRACT_NOT_FOUND, method, params);
    return value == null ? null : value.felt();
  }

  @Override
  public List<Felt> call(ContractCall call, BlockTag tag) throws InterruptedException {
    return wire.ask("starknet_call", RpcParams.call(call, tag)).felts();
  }

  @Override
  public FeeEstimate estimate(InvokeTransaction transaction, BlockTag tag)
      throws InterruptedException {
    List<String> flags = List.of("SKIP_VALIDATE");
    return RpcReplies.estimate(
        wire.ask("starknet_estimateFee", RpcParams.unsigned("request", transaction, flags, tag)));
  }

  @Override
  public Simulation simulate(InvokeTransaction transaction, BlockTag tag)
      throws InterruptedException {
    List<String> flags = List.of("SKIP_VALIDATE", "SKIP_FEE_CHARGE");
    return RpcReplies.simulation(
        wire.ask(
            "starknet_simulateTransactions",
            RpcParams.unsigned("transactions", transaction, flags, tag)));
  }

  @Override
  public Felt invoke(SignedInvoke transaction) throws InterruptedException {
    ObjectNode params = RpcParams.none();
    params.set(
        "invoke_transaction",
        RpcParams.invoke(transaction.transaction(), false, transaction.signature()));
    return wire.ask("starknet_addInvokeTransaction", params).field("transaction_hash").felt();
  }

  @Override
  public @Nullable TransactionStatus status(Felt transaction) throws InterruptedException {
    RpcValue status =
        unless(
            NodeRefusal.HASH_NOT_FOUND,
            "starknet_getTransactionStatus",
            RpcParams.hash(transaction));
    return status == null ? null : RpcReplies.status(status);
  }

  @Override
  public @Nullable Felt nonceOf(Felt transaction) throws InterruptedException {
    RpcValue sent =
        unless(
            NodeRefusal.HASH_NOT_FOUND,
            "starknet_getTransactionByHash",
            RpcParams.hash(transaction));
    RpcValue nonce = sent == null ? null : sent.optional("nonce");
    return nonce == null ? null : nonce.felt();
  }

  @Override
  public @Nullable Receipt receipt(Felt transaction) throws InterruptedException {
    RpcValue receipt =
        unless(
            NodeRefusal.HASH_NOT_FOUND,
            "starknet_getTransactionReceipt",
            RpcParams.hash(transaction));
    return receipt == null ? null : RpcReplies.receipt(transaction, receipt);
  }

  @Override
  public EventPage events(EventQuery query) throws InterruptedException {
    return RpcReplies.events(wire.ask("starknet_getEvents", RpcParams.events(query)));
  }

  /// Whether the newest block knows the class.
  public boolean isDeclared(Felt classHash) throws InterruptedException {
    ObjectNode params = RpcParams.at(BlockTag.LATEST).put("class_hash", classHash.hex());
    return unless(NodeRefusal.CLASS_HASH_NOT_FOUND, "starknet_getClass", params) != null;
  }

  /// Sends it, and returns the hash that the node has for it. Its class may be declared already:
  /// that is [NodeRefusal#CLASS_ALREADY_DECLARED].
  public Felt declare(SignedDeclare transaction) throws InterruptedException {
    ObjectNode params = RpcParams.none();
    params.set("declare_transaction", RpcParams.declare(transaction));
    RpcValue taken = wire.ask("starknet_addDeclareTransaction", params);
    if (!taken
        .field("class_hash")
        .felt()
        .equals(transaction.transaction().declared().classHash())) {
      throw taken.wrong("the class hash that was computed here");
    }
    return taken.field("transaction_hash").felt();
  }

  /// Null where the node refuses with just this code.
  private @Nullable RpcValue unless(int code, String method, ObjectNode params)
      throws InterruptedException {
    try {
      return wire.ask(method, params);
    } catch (NodeRefusal e) {
      if (e.code() == code) {
        return null;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    wire.close();
  }
}
