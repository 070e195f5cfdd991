package dev.playloop.worlds.chain.simulator.server;

import static dev.playloop.worlds.chain.simulator.server.ChainJson.object;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.TokenProgram;
import dev.playloop.worlds.chain.simulator.chain.BlockPace;
import dev.playloop.worlds.chain.simulator.chain.ChainControls;
import dev.playloop.worlds.chain.simulator.chain.Executed;
import dev.playloop.worlds.chain.simulator.chain.SimulatedChain;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `playloop_…` methods: what this is, and what no devnet plays.
final class SimulatorMethods {
  static final String ABOUT =
      "Playloop's simulated Starknet chain: contracts in Java, a modelled gas, no proofs."
          + " It is no Starknet node.";

  private static final int DROPS_MOST = 10_000;
  private static final int GAP_MOST = 1_000;
  private static final int SECONDS_MOST = 86_400;

  private final SimulatedChain chain;
  private final ChainControls controls;

  SimulatorMethods(SimulatedChain chain) {
    this.chain = chain;
    this.controls = chain.controls();
  }

  void addTo(Map<String, RpcMethod> methods) {
    methods.put("playloop_about", RpcMethod.of(_ -> about()));
    methods.put("playloop_hold", RpcMethod.of(this::hold, "on"));
    methods.put("playloop_evict", RpcMethod.of(this::evict, "transaction_hash"));
    methods.put("playloop_dropNext", RpcMethod.of(this::dropNext, "transactions"));
    methods.put("playloop_setGap", RpcMethod.of(this::gap, "nonces"));
    methods.put("playloop_waiting", RpcMethod.of(_ -> ChainJson.felts(controls.waiting())));
    methods.put("playloop_setPace", RpcMethod.of(this::pace, "pace"));
    methods.put("playloop_foreignWrite", RpcMethod.of(this::foreignWrite, "account_address"));
  }

  private JsonNode about() {
    ObjectNode json = object().put("about", ABOUT);
    json.put("gas", "fixed amounts per call, word read, word written and word emitted");
    var losses = json.putArray("losses");
    chain.losses().forEach(losses::add);
    return json;
  }

  private JsonNode hold(RpcArguments asked) {
    controls.hold(asked.flag("on"));
    return object().put("on", asked.flag("on"));
  }

  private JsonNode evict(RpcArguments asked) {
    return object().put("evicted", controls.evict(asked.felt("transaction_hash")));
  }

  private JsonNode dropNext(RpcArguments asked) {
    int transactions = (int) asked.number("transactions", DROPS_MOST);
    controls.dropNext(transactions);
    return object().put("transactions", transactions);
  }

  private JsonNode gap(RpcArguments asked) {
    int nonces = (int) asked.number("nonces", GAP_MOST);
    controls.gap(nonces);
    return object().put("nonces", nonces);
  }

  /// As a devnet's `--block-generation-on`: `transaction`, `demand`, or a number of seconds.
  private JsonNode pace(RpcArguments asked) {
    JsonNode pace = asked.node("pace");
    if (pace.isIntegralNumber()) {
      long seconds = asked.number("pace", SECONDS_MOST);
      if (seconds == 0) {
        throw RpcError.params("pace: expected 1 second or more");
      }
      controls.pace(new BlockPace.Every(Duration.ofSeconds(seconds)));
    } else if (asked.text("pace").equals("demand")) {
      controls.pace(new BlockPace.OnDemand());
    } else if (asked.text("pace").equals("transaction")) {
      controls.pace(new BlockPace.EachTransaction());
    } else {
      throw RpcError.params("pace: expected transaction, demand or a number of seconds");
    }
    ObjectNode json = object();
    json.set("pace", pace);
    return json;
  }

  /// A harmless call with the account's next nonce: it sends nothing to itself.
  private JsonNode foreignWrite(RpcArguments asked) {
    Felt account = asked.felt("account_address");
    List<Felt> nothing = List.of(account, Felt.ZERO, Felt.ZERO);
    Executed executed =
        controls.foreignWrite(
            account, List.of(new ContractCall(TokenProgram.ADDRESS, "transfer", nothing)));
    return object().put("transaction_hash", executed.hash().hex());
  }
}
