package dev.playloop.worlds.chain.simulator.server;

import static dev.playloop.worlds.chain.simulator.server.ChainJson.object;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.Revert;
import dev.playloop.worlds.chain.simulator.chain.BlockRef;
import dev.playloop.worlds.chain.simulator.chain.ChainQueries;
import dev.playloop.worlds.chain.simulator.chain.DryRun;
import dev.playloop.worlds.chain.simulator.chain.EventFilter;
import dev.playloop.worlds.chain.simulator.chain.SimulatedChain;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `starknet_…` methods about transactions and their events.
final class TransactionMethods {
  private static final String HASH = "transaction_hash";
  private static final String FLAGS = "simulation_flags";
  private static final String BLOCK = "block_id";
  private static final List<String> KNOWN_FLAGS = List.of("SKIP_VALIDATE", "SKIP_FEE_CHARGE");
  private static final int AT_ONCE_MOST = 100;
  private static final int PAGE_MOST = 10_240;
  private static final int KEYS_MOST = 16;
  private static final int PAGE_TOO_BIG = 31;
  private static final int TOO_MANY_KEYS = 34;

  private final SimulatedChain chain;
  private final ChainQueries queries;

  TransactionMethods(SimulatedChain chain) {
    this.chain = chain;
    this.queries = chain.queries();
  }

  void addTo(Map<String, RpcMethod> methods) {
    methods.put("starknet_addInvokeTransaction", RpcMethod.of(this::add, "invoke_transaction"));
    methods.put("starknet_getTransactionStatus", RpcMethod.of(this::status, HASH));
    methods.put("starknet_getTransactionReceipt", RpcMethod.of(this::receipt, HASH));
    methods.put("starknet_getTransactionByHash", RpcMethod.of(this::byHash, HASH));
    methods.put("starknet_estimateFee", RpcMethod.of(this::estimate, "request", FLAGS, BLOCK));
    methods.put(
        "starknet_simulateTransactions",
        RpcMethod.of(this::simulate, BLOCK, "transactions", FLAGS));
    methods.put("starknet_getEvents", RpcMethod.of(this::events, "filter"));
  }

  private JsonNode add(RpcArguments asked) {
    DryRun.Asked sent = InvokeReader.read(asked.node("invoke_transaction"));
    if (sent.query()) {
      throw RpcError.devnet("only-query transactions are not supported");
    }
    return object().put(HASH, chain.add(sent.transaction()).hex());
  }

  private ChainQueries.Known known(RpcArguments asked) {
    ChainQueries.Known known = queries.transaction(asked.felt(HASH));
    if (known == null) {
      throw ChainRefusal.hashNotFound();
    }
    return known;
  }

  private JsonNode status(RpcArguments asked) {
    return ChainJson.status(known(asked));
  }

  private JsonNode receipt(RpcArguments asked) {
    ChainQueries.Known known = known(asked);
    if (known.executed() == null) {
      throw ChainRefusal.hashNotFound();
    }
    long pending = queries.pending().context().number();
    return ChainJson.receipt(known, known.executed(), pending);
  }

  private JsonNode byHash(RpcArguments asked) {
    Felt hash = asked.felt(HASH);
    Broadcast sent = queries.broadcast(hash);
    if (sent == null) {
      throw ChainRefusal.hashNotFound();
    }
    return ChainJson.transaction(hash, sent);
  }

  private JsonNode estimate(RpcArguments asked) {
    DryRun.Leniency leniency = leniency(asked);
    List<DryRun.Simulated> all =
        run(asked, "request", new DryRun.Leniency(leniency.validation(), true));
    ArrayNode json = Json.NODES.arrayNode();
    for (int i = 0; i < all.size(); i++) {
      Revert revert = all.get(i).revert();
      if (revert != null) {
        throw executionError(i, TraceJson.executionError(revert));
      }
      json.add(TraceJson.estimate(all.get(i).cost()));
    }
    return json;
  }

  private JsonNode simulate(RpcArguments asked) {
    ArrayNode json = Json.NODES.arrayNode();
    run(asked, "transactions", leniency(asked)).forEach(one -> json.add(TraceJson.simulation(one)));
    return json;
  }

  private List<DryRun.Simulated> run(RpcArguments asked, String field, DryRun.Leniency leniency) {
    JsonNode list = RpcArguments.list(asked.node(field), field);
    if (list.size() > AT_ONCE_MOST) {
      throw RpcError.params(field + ": at most " + AT_ONCE_MOST + " transactions");
    }
    List<DryRun.Asked> transactions = new ArrayList<>();
    list.forEach(one -> transactions.add(InvokeReader.read(one)));
    return switch (chain.dryRun(asked.block(BLOCK), transactions, leniency)) {
      case DryRun.Finished finished -> finished.each();
      case DryRun.Stopped stopped ->
          throw executionError(
              stopped.at(),
              Json.NODES.stringNode(
                  switch (stopped.why()) {
                    case DryRun.Why.Invalid invalid ->
                        "Account validation failed: " + invalid.revert().validation();
                    case DryRun.Why.Refused refused -> refused.text();
                  }));
    };
  }

  private static RpcError executionError(int at, JsonNode why) {
    ObjectNode data = object().put("transaction_index", at);
    data.set("execution_error", why);
    return new RpcError(NodeRefusal.EXECUTION_ERROR, "Transaction execution error", data);
  }

  private static DryRun.Leniency leniency(RpcArguments asked) {
    Set<String> flags = new HashSet<>();
    for (JsonNode flag : RpcArguments.list(asked.node(FLAGS), FLAGS)) {
      if (!flag.isString() || !KNOWN_FLAGS.contains(flag.asString())) {
        throw RpcError.params(FLAGS + ": expected one of " + KNOWN_FLAGS);
      }
      flags.add(flag.asString());
    }
    return new DryRun.Leniency(flags.contains("SKIP_VALIDATE"), flags.contains("SKIP_FEE_CHARGE"));
  }

  private JsonNode events(RpcArguments asked) {
    RpcArguments filter = asked.object("filter");
    long size = filter.number("chunk_size", Integer.MAX_VALUE);
    if (size > PAGE_MOST) {
      throw new RpcError(PAGE_TOO_BIG, "Requested page size is too big", null);
    }
    if (size < 1) {
      throw RpcError.params("chunk_size: expected 1 to " + PAGE_MOST);
    }
    BlockRef to = filter.has("to_block") ? filter.block("to_block") : BlockRef.PRE_CONFIRMED;
    return ChainJson.events(
        queries.events(
            new EventFilter(addresses(filter), keys(filter)),
            new ChainQueries.Range(from(filter), number(to)),
            filter.has("continuation_token") ? filter.text("continuation_token") : null,
            (int) size));
  }

  private long from(RpcArguments filter) {
    if (!filter.has("from_block")) {
      return 0;
    }
    Long from = number(filter.block("from_block"));
    return from == null ? queries.pending().context().number() : from;
  }

  private @Nullable Long number(BlockRef ref) {
    return ref.equals(BlockRef.PRE_CONFIRMED) ? null : queries.block(ref).number();
  }

  private static Set<Felt> addresses(RpcArguments filter) {
    if (!filter.has("address")) {
      return Set.of();
    }
    JsonNode address = filter.node("address");
    return address.isArray() ? Set.copyOf(filter.felts("address")) : Set.of(filter.felt("address"));
  }

  private static List<Set<Felt>> keys(RpcArguments filter) {
    List<Set<Felt>> keys = new ArrayList<>();
    if (filter.has("keys")) {
      for (JsonNode place : RpcArguments.list(filter.node("keys"), "keys")) {
        keys.add(Set.copyOf(RpcArguments.felts(place, "keys")));
      }
    }
    if (keys.size() > KEYS_MOST) {
      throw new RpcError(TOO_MANY_KEYS, "Too many keys provided in a filter", null);
    }
    return keys;
  }
}
