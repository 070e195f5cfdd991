package dev.playloop.chaos;

import dev.playloop.chaos.check.ChainFacts;
import dev.playloop.chaos.check.ChainFacts.FeeCap;
import dev.playloop.chaos.check.ChainFacts.Landed;
import dev.playloop.chaos.check.ChainFacts.Signed;
import dev.playloop.chaos.check.ChainFacts.Told;
import dev.playloop.chaos.system.ChainHost;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.chain.node.RpcValue;
import dev.playloop.worlds.eternum.model.EternumWorld;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes [ChainFacts] of the ledger, of the results and of the chain itself, asked past whatever
/// stands between it and the workers.
final class ChainFactsReader {
  private static final List<String> GASES = List.of("l1Gas", "l2Gas", "l1DataGas");

  private final Map<String, FeeCap> caps;

  private ChainFactsReader(Map<String, FeeCap> caps) {
    this.caps = caps;
  }

  static ChainFacts read(ChainHost chain, List<Observed> ledger, List<ActionResult> results)
      throws InterruptedException {
    ChainFactsReader reader = new ChainFactsReader(caps(chain.caps()));
    try (JsonRpcNode node = JsonRpcNode.at(chain.rpc())) {
      return new ChainFacts(reader.caps, intents(ledger), reader.landed(node), told(results));
    }
  }

  private static Map<String, FeeCap> caps(JsonNode accounts) {
    Map<String, FeeCap> caps = new HashMap<>();
    for (JsonNode line : accounts) {
      JsonNode most = line.path("caps");
      caps.put(
          line.path("account").asString(),
          new FeeCap(
              new BigInteger(most.path("perAction").asString()),
              new BigInteger(most.path("perDay").asString())));
    }
    return caps;
  }

  /// Each attempt that the ledger ever had of an action, once. What ended unsent is among them.
  private static Map<String, List<Signed>> intents(List<Observed> ledger) {
    Map<String, Map<String, Signed>> all = new LinkedHashMap<>();
    for (Observed seen : ledger) {
      if (seen.record().value() == null) {
        continue;
      }
      LedgerEntry entry = Json.read(seen.record().value(), LedgerEntry.class);
      List<LedgerEntry.Attempt> attempts =
          switch (entry) {
            case LedgerEntry.Intent intent -> intent.attempts();
            case LedgerEntry.Outcome outcome -> outcome.attempts();
          };
      for (LedgerEntry.Attempt attempt : attempts) {
        if (attempt.prepared().has("hash")) {
          Signed signed = signed(attempt.prepared());
          all.computeIfAbsent(entry.action().value(), _ -> new LinkedHashMap<>())
              .put(signed.hash(), signed);
        }
      }
    }
    Map<String, List<Signed>> intents = new LinkedHashMap<>();
    all.forEach((action, attempts) -> intents.put(action, List.copyOf(attempts.values())));
    return intents;
  }

  private static Signed signed(JsonNode prepared) {
    BigInteger ceiling = BigInteger.ZERO;
    for (String gas : GASES) {
      JsonNode bound = prepared.path("bounds").path(gas);
      BigInteger amount = BigInteger.valueOf(bound.path("amount").longValue());
      ceiling = ceiling.add(amount.multiply(new BigInteger(bound.path("price").asString())));
    }
    return new Signed(
        prepared.path("account").asString(),
        prepared.path("nonce").longValue(),
        prepared.path("hash").asString(),
        LocalDate.parse(prepared.path("day").asString()),
        ceiling);
  }

  private List<Landed> landed(JsonRpcNode node) throws InterruptedException {
    List<Landed> landed = new ArrayList<>();
    long last = node.latest().number();
    for (long number = 0; number <= last; number++) {
      ObjectNode params = Json.NODES.objectNode();
      params.putObject("block_id").put("block_number", number);
      RpcValue block = node.wire().ask("starknet_getBlockWithTxs", params);
      for (RpcValue one : block.field("transactions").list(transaction -> transaction)) {
        RpcValue sender = one.optional("sender_address");
        if (sender != null && caps.containsKey(sender.felt().hex())) {
          landed.add(landed(node, one));
        }
      }
    }
    return landed;
  }

  private static Landed landed(JsonRpcNode node, RpcValue one) throws InterruptedException {
    Felt hash = one.field("transaction_hash").felt();
    Receipt receipt = node.receipt(hash);
    if (receipt == null) {
      throw new IllegalStateException("no receipt of " + hash + ", which lies in a block");
    }
    return new Landed(
        one.field("sender_address").felt().hex(),
        one.field("nonce").felt().toLong(),
        hash.hex(),
        Boolean.TRUE.equals(receipt.status().reverted()),
        receipt.fee());
  }

  private static Map<String, List<Told>> told(List<ActionResult> results) {
    Map<String, List<Told>> told = new LinkedHashMap<>();
    for (ActionResult result : results) {
      if (result.action().value().startsWith(EternumWorld.NAME + "/")) {
        told.computeIfAbsent(result.action().value(), _ -> new ArrayList<>())
            .add(
                new Told(
                    result.status().name(),
                    result.receipts().isEmpty() ? "" : result.receipts().getFirst()));
      }
    }
    return told;
  }
}
