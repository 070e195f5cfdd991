package dev.playloop.worlds.chain.simulator.server;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.chain.simulator.BlockContext;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.GasPrices;
import dev.playloop.worlds.chain.simulator.GasUse;
import dev.playloop.worlds.chain.simulator.chain.ChainBlock;
import dev.playloop.worlds.chain.simulator.chain.ChainQueries;
import dev.playloop.worlds.chain.simulator.chain.Executed;
import dev.playloop.worlds.chain.simulator.chain.FoundEvents;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Blocks, transactions, receipts and events as Starknet's RPC 0.10 writes them. Pure functions.
final class ChainJson {
  /// The protocol's version that a devnet 0.10.1 names.
  private static final String STARKNET_VERSION = "0.14.4";

  private static final Felt SEQUENCER = Felt.of(0x1000);

  private ChainJson() {}

  static ObjectNode object() {
    return Json.NODES.objectNode();
  }

  static String hex(BigInteger number) {
    return "0x" + number.toString(16);
  }

  static String hex(long number) {
    return "0x" + Long.toHexString(number);
  }

  static ArrayNode felts(List<Felt> words) {
    ArrayNode all = Json.NODES.arrayNode();
    words.forEach(word -> all.add(word.hex()));
    return all;
  }

  /// @param each how a transaction is written
  static ObjectNode block(ChainBlock block, Function<Executed, JsonNode> each) {
    ObjectNode json = object().put("status", "ACCEPTED_ON_L2");
    json.put("block_hash", block.hash().hex());
    json.put("parent_hash", block.parent().hex());
    json.put("new_root", "0x0");
    head(json, block.context());
    for (String commitment : List.of("state_diff", "transaction", "event", "receipt")) {
      json.put(commitment + "_commitment", "0x0");
    }
    json.put("state_diff_length", 0);
    json.put("transaction_count", block.transactions().size());
    json.put("event_count", block.transactions().stream().mapToInt(t -> t.events().size()).sum());
    transactions(json, block.transactions(), each);
    return json;
  }

  static ObjectNode pending(ChainQueries.Pending pending, Function<Executed, JsonNode> each) {
    ObjectNode json = object();
    head(json, pending.context());
    transactions(json, pending.transactions(), each);
    return json;
  }

  private static void head(ObjectNode json, BlockContext context) {
    json.put("block_number", context.number());
    json.put("sequencer_address", SEQUENCER.hex());
    json.put("timestamp", context.timestamp());
    json.put("starknet_version", STARKNET_VERSION);
    GasPrices prices = context.prices();
    json.set("l1_gas_price", price(prices.l1Gas()));
    json.set("l2_gas_price", price(prices.l2Gas()));
    json.set("l1_data_gas_price", price(prices.l1DataGas()));
    json.put("l1_da_mode", "BLOB");
  }

  private static ObjectNode price(BigInteger fri) {
    return object().put("price_in_fri", hex(fri)).put("price_in_wei", "0x3b9aca00");
  }

  private static void transactions(
      ObjectNode json, List<Executed> transactions, Function<Executed, JsonNode> each) {
    ArrayNode all = json.putArray("transactions");
    transactions.forEach(one -> all.add(each.apply(one)));
  }

  static JsonNode hash(Executed executed) {
    return Json.NODES.stringNode(executed.hash().hex());
  }

  static ObjectNode transaction(Felt hash, Broadcast sent) {
    ObjectNode json = object().put("transaction_hash", hash.hex());
    json.put("type", "INVOKE").put("version", "0x3");
    json.set("signature", felts(sent.signature()));
    json.put("nonce", sent.nonce().hex());
    ObjectNode bounds = json.putObject("resource_bounds");
    bounds.set("l1_gas", bound(sent.offer().bounds().l1Gas()));
    bounds.set("l1_data_gas", bound(sent.offer().bounds().l1DataGas()));
    bounds.set("l2_gas", bound(sent.offer().bounds().l2Gas()));
    json.put("tip", hex(sent.offer().tip()));
    json.set("paymaster_data", felts(List.of()));
    json.put("nonce_data_availability_mode", "L1");
    json.put("fee_data_availability_mode", "L1");
    json.set("account_deployment_data", felts(List.of()));
    json.put("sender_address", sent.sender().hex());
    json.set("calldata", felts(sent.calldata()));
    return json;
  }

  private static ObjectNode bound(GasBound bound) {
    return object()
        .put("max_amount", hex(bound.maxAmount()))
        .put("max_price_per_unit", hex(bound.maxPrice()));
  }

  static ObjectNode status(ChainQueries.Known known) {
    ObjectNode json = object().put("finality_status", known.finality().name());
    Executed executed = known.executed();
    if (executed != null) {
      boolean succeeded = executed.reverted() == null;
      json.put("execution_status", succeeded ? "SUCCEEDED" : "REVERTED");
      if (!succeeded) {
        json.put("failure_reason", executed.reverted());
      }
    }
    return json;
  }

  /// @param executed what is known of it
  /// @param pending the number of the block that it is to be in
  static ObjectNode receipt(ChainQueries.Known known, Executed executed, long pending) {
    ObjectNode json = object().put("type", "INVOKE");
    json.put("transaction_hash", executed.hash().hex());
    json.putObject("actual_fee").put("unit", "FRI").put("amount", hex(executed.cost().fee()));
    json.putArray("messages_sent");
    ArrayNode events = json.putArray("events");
    executed.events().forEach(event -> events.add(event(event)));
    boolean succeeded = executed.reverted() == null;
    json.put("execution_status", succeeded ? "SUCCEEDED" : "REVERTED");
    if (!succeeded) {
      json.put("revert_reason", executed.reverted());
    }
    json.put("finality_status", known.finality().name());
    ChainBlock block = known.block();
    if (block != null) {
      json.put("block_hash", block.hash().hex());
    }
    json.put("block_number", block == null ? pending : block.number());
    json.set("execution_resources", resources(executed.cost().gas()));
    return json;
  }

  static ObjectNode resources(GasUse gas) {
    return object()
        .put("l1_gas", gas.l1Gas())
        .put("l1_data_gas", gas.l1DataGas())
        .put("l2_gas", gas.l2Gas());
  }

  static ObjectNode event(ChainEvent event) {
    ObjectNode json = object().put("from_address", event.from().hex());
    json.set("keys", felts(event.keys()));
    json.set("data", felts(event.data()));
    return json;
  }

  static ObjectNode events(FoundEvents found) {
    ObjectNode json = object();
    ArrayNode all = json.putArray("events");
    for (FoundEvents.Found one : found.events()) {
      ObjectNode event = event(one.event());
      event.put("transaction_hash", one.transaction().hex());
      event.put("transaction_index", one.spot().transaction());
      event.put("event_index", one.spot().event());
      if (one.block() != null) {
        event.put("block_hash", one.block().hash().hex());
        event.put("block_number", one.block().number());
      }
      all.add(event);
    }
    if (found.next() != null) {
      json.put("continuation_token", found.next());
    }
    return json;
  }
}
