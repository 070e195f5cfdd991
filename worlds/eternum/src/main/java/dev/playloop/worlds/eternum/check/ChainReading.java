package dev.playloop.worlds.eternum.check;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.chain.node.RpcValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads by the node's RPC what the newest block holds. Used by one thread.
final class ChainReading {
  private static final Felt STRK =
      Felt.hex("0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d");
  private static final int HALF = 128;

  private final JsonRpcNode node;
  private final Felt world;
  private final Felt gameId;

  /// @param world the contract that holds the game's records
  ChainReading(JsonRpcNode node, Felt world, Felt gameId) {
    this.node = node;
    this.world = world;
    this.gameId = gameId;
  }

  /// A transaction that lies in a block.
  record Sent(Felt hash, Felt sender, Felt nonce, Receipt receipt) {}

  /// In FRI.
  BigInteger balance(Felt account) throws InterruptedException {
    List<Felt> halves =
        node.call(new ContractCall(STRK, "balanceOf", List.of(account)), BlockTag.LATEST);
    return halves.getFirst().value().add(halves.getLast().value().shiftLeft(HALF));
  }

  /// The account's next nonce; zero where no contract is there.
  Felt nonce(Felt account) throws InterruptedException {
    Felt nonce = node.nonce(account, BlockTag.LATEST);
    return nonce == null ? Felt.ZERO : nonce;
  }

  /// The invokes of this account in the chain's order.
  List<Sent> sentBy(Felt account) throws InterruptedException {
    List<Sent> sent = new ArrayList<>();
    long last = node.latest().number();
    for (long number = 0; number <= last; number++) {
      for (Invoke invoke : invokes(number)) {
        if (invoke.sender().equals(account)) {
          Receipt receipt = node.receipt(invoke.hash());
          if (receipt != null) {
            sent.add(new Sent(invoke.hash(), account, invoke.nonce(), receipt));
          }
        }
      }
    }
    return sent;
  }

  private record Invoke(Felt hash, Felt sender, Felt nonce) {}

  private List<Invoke> invokes(long block) throws InterruptedException {
    ObjectNode params = Json.NODES.objectNode();
    params.putObject("block_id").put("block_number", block);
    return node
        .wire()
        .ask("starknet_getBlockWithTxs", params)
        .field("transactions")
        .list(ChainReading::invoke)
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  private static List<Invoke> invoke(RpcValue transaction) {
    RpcValue sender = transaction.optional("sender_address");
    return sender == null || !transaction.field("type").text().equals("INVOKE")
        ? List.of()
        : List.of(
            new Invoke(
                transaction.field("transaction_hash").felt(),
                sender.felt(),
                transaction.field("nonce").felt()));
  }

  /// The words of a record, or null where there is none.
  @Nullable List<Felt> record(String model, long... keys) throws InterruptedException {
    List<Felt> words = new ArrayList<>();
    words.add(Selector.of(model));
    words.add(Felt.of(keys.length + 1L));
    words.add(gameId);
    for (long key : keys) {
      words.add(Felt.of(key));
    }
    try {
      List<Felt> found = node.call(new ContractCall(world, "get", words), BlockTag.LATEST);
      return found.size() <= 1 ? null : found.subList(1, found.size());
    } catch (NodeRefusal e) {
      throw new IllegalStateException("the world's contract can't be read: " + e.getMessage(), e);
    }
  }
}
