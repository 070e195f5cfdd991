package dev.playloop.worlds.chain.simulator.server;

import static dev.playloop.worlds.chain.simulator.server.ChainJson.felts;
import static dev.playloop.worlds.chain.simulator.server.ChainJson.hex;
import static dev.playloop.worlds.chain.simulator.server.ChainJson.object;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.CallSite;
import dev.playloop.worlds.chain.simulator.CallTrace;
import dev.playloop.worlds.chain.simulator.GasPrices;
import dev.playloop.worlds.chain.simulator.GasUse;
import dev.playloop.worlds.chain.simulator.Revert;
import dev.playloop.worlds.chain.simulator.StateCell;
import dev.playloop.worlds.chain.simulator.chain.DryRun;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Simulations, estimates and execution errors as a devnet 0.10.1 writes them. Pure functions.
final class TraceJson {
  private TraceJson() {}

  static ObjectNode estimate(DryRun.Cost cost) {
    GasUse gas = cost.gas();
    GasPrices prices = cost.prices();
    return object()
        .put("l1_gas_consumed", hex(gas.l1Gas()))
        .put("l1_gas_price", hex(prices.l1Gas()))
        .put("l2_gas_consumed", hex(gas.l2Gas()))
        .put("l2_gas_price", hex(prices.l2Gas()))
        .put("l1_data_gas_consumed", hex(gas.l1DataGas()))
        .put("l1_data_gas_price", hex(prices.l1DataGas()))
        .put("overall_fee", hex(gas.fee(prices, BigInteger.ZERO)))
        .put("unit", "FRI");
  }

  static ObjectNode simulation(DryRun.Simulated simulated) {
    ObjectNode trace = object().put("type", "INVOKE");
    Revert revert = simulated.revert();
    if (simulated.trace() != null) {
      trace.set("execute_invocation", call(simulated.trace()));
    } else {
      String reason = revert == null ? "" : revert.text();
      trace.set("execute_invocation", object().put("revert_reason", reason));
    }
    if (simulated.feeTransfer() != null) {
      trace.set("fee_transfer_invocation", call(simulated.feeTransfer()));
    }
    trace.set("state_diff", changes(simulated.changes()));
    trace.set("execution_resources", ChainJson.resources(simulated.cost().gas()));
    ObjectNode json = object();
    json.set("transaction_trace", trace);
    json.set("fee_estimation", estimate(simulated.cost()));
    return json;
  }

  private static ObjectNode call(CallTrace trace) {
    CallSite site = trace.site();
    ObjectNode json = object().put("contract_address", site.contract().hex());
    json.put("entry_point_selector", site.selector().hex());
    json.set("calldata", felts(trace.calldata()));
    json.put("caller_address", site.caller().hex());
    json.put("class_hash", site.classHash().hex());
    json.put("entry_point_type", "EXTERNAL").put("call_type", "CALL");
    json.set("result", felts(trace.ending().words()));
    ArrayNode calls = json.putArray("calls");
    trace.calls().forEach(inner -> calls.add(call(inner)));
    ArrayNode events = json.putArray("events");
    for (CallTrace.Emitted emitted : trace.events()) {
      ObjectNode event = object().put("order", emitted.order());
      event.set("keys", felts(emitted.event().keys()));
      event.set("data", felts(emitted.event().data()));
      events.add(event);
    }
    json.putArray("messages");
    json.putObject("execution_resources").put("l1_gas", 0).put("l2_gas", 0);
    return json.put("is_reverted", trace.ending().panicked());
  }

  private static ObjectNode changes(Map<StateCell, Felt> changes) {
    ObjectNode json = object();
    Map<Felt, ArrayNode> storage = new LinkedHashMap<>();
    ArrayNode deployed = json.putArray("deployed_contracts");
    ArrayNode nonces = json.putArray("nonces");
    changes.forEach((cell, word) -> {
      String contract = cell.contract().hex();
      switch (cell.kind()) {
        case STORAGE ->
            storage
                .computeIfAbsent(cell.contract(), _ -> Json.NODES.arrayNode())
                .add(object().put("key", cell.key().hex()).put("value", word.hex()));
        case NONCE ->
            nonces.add(object().put("contract_address", contract).put("nonce", word.hex()));
        case CLASS_HASH ->
            deployed.add(object().put("address", contract).put("class_hash", word.hex()));
      }
    });
    ArrayNode diffs = json.putArray("storage_diffs");
    storage.forEach((contract, entries) -> {
      ObjectNode diff = object().put("address", contract.hex());
      diff.set("storage_entries", entries);
      diffs.add(diff);
    });
    for (String none :
        List.of("declared_classes", "deprecated_declared_classes", "replaced_classes")) {
      json.putArray(none);
    }
    return json;
  }

  /// Why a call failed, nested from the outermost call to the innermost.
  static JsonNode callError(Revert revert) {
    return switch (revert) {
      case Revert.Panicked panicked -> nested(panicked.path(), words(panicked.data()));
      case Revert.NotDeployed missing -> nested(missing.path(), notDeployed(missing));
      case Revert.Overspent overspent -> Json.NODES.stringNode(overspent.text());
    };
  }

  /// Why a transaction would be reverted, nested in the same way.
  static JsonNode executionError(Revert revert) {
    return switch (revert) {
      case Revert.Panicked panicked -> {
        JsonNode inner = nested(panicked.path(), panicked.text() + " " + words(panicked.data()));
        yield place(panicked.path().getFirst(), inner);
      }
      case Revert.NotDeployed missing -> nested(missing.path(), notDeployed(missing));
      case Revert.Overspent overspent -> Json.NODES.stringNode(overspent.text());
    };
  }

  private static String notDeployed(Revert.NotDeployed missing) {
    Felt contract = missing.path().getLast().contract();
    return "Requested contract address " + contract.padded() + " is not deployed.\n";
  }

  private static String words(List<Felt> data) {
    return data.stream()
        .map(word -> "\"" + word.hex() + "\"")
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static JsonNode nested(List<CallSite> path, String innermost) {
    JsonNode error = Json.NODES.stringNode(innermost);
    for (CallSite site : path.reversed()) {
      error = place(site, error);
    }
    return error;
  }

  private static ObjectNode place(CallSite site, JsonNode error) {
    ObjectNode json = object().put("contract_address", site.contract().hex());
    json.put("class_hash", site.classHash().hex());
    json.put("selector", site.selector().hex());
    json.set("error", error);
    return json;
  }
}
