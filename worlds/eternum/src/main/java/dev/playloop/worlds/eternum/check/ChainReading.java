package dev.playloop.worlds.eternum.check;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeUnavailable;
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

  /// Of a chain that an example is played on.
  private static final long MAX_BLOCKS = 100_000;

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
    if (halves.size() != 2) {
      throw away("a balance of " + halves.size() + " words");
    }
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
    if (last > MAX_BLOCKS) {
      throw away("a chain of " + last + " blocks, which are not all read");
    }
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
    return transaction.field("type").text().equals("INVOKE")
        ? List.of(
            new Invoke(
                transaction.field("transaction_hash").felt(),
                transaction.field("sender_address").felt(),
                transaction.field("nonce").felt()))
        : List.of();
  }

  /// The node has answered what can't be.
  static NodeUnavailable away(String what) {
    return new NodeUnavailable("the node answers with " + what, null);
  }

  /// The words of a record, so many, or null where there is none.
  @Nullable List<Felt> record(Kind kind, long... keys) throws InterruptedException {
    List<Felt> words = new ArrayList<>();
    words.add(Selector.of(kind.model));
    words.add(Felt.of(keys.length + 1L));
    words.add(gameId);
    for (long key : keys) {
      words.add(Felt.of(key));
    }
    List<Felt> found = node.call(new ContractCall(world, "get", words), BlockTag.LATEST);
    if (found.equals(List.of(Felt.ZERO))) {
      return null;
    }
    if (found.size() != kind.words + 1 || !found.getFirst().equals(Felt.of(kind.words))) {
      throw away("a record of " + kind.model + " that has not " + kind.words + " words");
    }
    return found.subList(1, found.size());
  }

  /// Which records are read, and how many words each has.
  enum Kind {
    STRUCTURE("s2-Structure", 30),
    EXPLORER("s2-ExplorerTroops", 10),
    RESOURCE("s2-Resource", 5);

    private final String model;
    private final int words;

    Kind(String model, int words) {
      this.model = model;
      this.words = words;
    }
  }
}
