package dev.playloop.worlds.chain.node;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.declare.DeclareTransaction;
import dev.playloop.worlds.chain.declare.SignedDeclare;
import java.math.BigInteger;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a node is asked, in the form of Starknet's JSON-RPC 0.10. Pure functions.
final class RpcParams {
  /// How many are asked for at once: a reply is read up to 65,536 values, and an event of a large
  /// record has a hundred or two.
  private static final int MAX_EVENTS = 256;

  private RpcParams() {}

  static ObjectNode none() {
    return Json.NODES.objectNode();
  }

  static ObjectNode at(BlockTag tag) {
    return none().put("block_id", tag.tag());
  }

  static ObjectNode at(long number) {
    ObjectNode params = none();
    params.set("block_id", block(number));
    return params;
  }

  private static ObjectNode block(long number) {
    return none().put("block_number", number);
  }

  static ObjectNode contract(Felt contract, BlockTag tag) {
    return at(tag).put("contract_address", contract.hex());
  }

  static ObjectNode hash(Felt transaction) {
    return none().put("transaction_hash", transaction.hex());
  }

  static ObjectNode call(ContractCall call, BlockTag tag) {
    ObjectNode request = none();
    request.put("contract_address", call.to().hex());
    request.put("entry_point_selector", call.selector().hex());
    request.set("calldata", felts(call.calldata()));
    ObjectNode params = at(tag);
    params.set("request", request);
    return params;
  }

  static ObjectNode events(EventQuery query) {
    ObjectNode filter = none();
    filter.set("from_block", block(query.fromBlock()));
    filter.set("to_block", block(query.toBlock()));
    if (query.from() != null) {
      filter.put("address", query.from().hex());
    }
    if (query.next() != null) {
      filter.put("continuation_token", query.next());
    }
    filter.put("chunk_size", Math.min(query.size(), MAX_EVENTS));
    ObjectNode params = none();
    params.set("filter", filter);
    return params;
  }

  /// The list is named differently by the two methods that take it.
  static ObjectNode unsigned(
      String name, InvokeTransaction transaction, List<String> flags, BlockTag tag) {
    ObjectNode params = at(tag);
    ArrayNode all = Json.NODES.arrayNode();
    all.add(invoke(transaction, true, List.of()));
    params.set(name, all);
    ArrayNode skipped = Json.NODES.arrayNode();
    flags.forEach(skipped::add);
    params.set("simulation_flags", skipped);
    return params;
  }

  /// @param query whether it is for an estimate only
  static ObjectNode invoke(InvokeTransaction transaction, boolean query, List<Felt> signature) {
    ObjectNode sent = none().put("type", "INVOKE");
    sent.put("sender_address", transaction.sender().hex());
    sent.set("calldata", felts(transaction.calldata()));
    return common(sent, query, transaction.nonce(), transaction.bounds(), signature);
  }

  static ObjectNode declare(SignedDeclare declare) {
    DeclareTransaction transaction = declare.transaction();
    ObjectNode sent = none().put("type", "DECLARE");
    sent.put("sender_address", transaction.sender().hex());
    sent.put("compiled_class_hash", transaction.compiledClassHash().hex());
    sent.set("contract_class", transaction.declared().json());
    return common(sent, false, transaction.nonce(), transaction.bounds(), declare.signature());
  }

  /// What each transaction of version 3 carries.
  private static ObjectNode common(
      ObjectNode sent, boolean query, Felt nonce, ResourceBounds bounds, List<Felt> signature) {
    sent.put("version", InvokeTransaction.version(query).hex());
    sent.set("signature", felts(signature));
    sent.put("nonce", nonce.hex());
    ObjectNode mapping = none();
    mapping.set("l1_gas", bound(bounds.l1Gas()));
    mapping.set("l1_data_gas", bound(bounds.l1DataGas()));
    mapping.set("l2_gas", bound(bounds.l2Gas()));
    sent.set("resource_bounds", mapping);
    sent.put("tip", "0x0");
    sent.set("paymaster_data", Json.NODES.arrayNode());
    sent.set("account_deployment_data", Json.NODES.arrayNode());
    sent.put("nonce_data_availability_mode", "L1");
    return sent.put("fee_data_availability_mode", "L1");
  }

  private static ObjectNode bound(GasBound bound) {
    return none()
        .put("max_amount", hex(BigInteger.valueOf(bound.maxAmount())))
        .put("max_price_per_unit", hex(bound.maxPrice()));
  }

  private static String hex(BigInteger number) {
    return "0x" + number.toString(16);
  }

  static ArrayNode felts(List<Felt> words) {
    ArrayNode all = Json.NODES.arrayNode();
    words.forEach(word -> all.add(word.hex()));
    return all;
  }
}
