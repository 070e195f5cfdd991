package dev.playloop.worlds.chain.simulator.server;

import static dev.playloop.worlds.chain.simulator.server.ChainJson.object;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.GasPrices;
import dev.playloop.worlds.chain.simulator.StateCell;
import dev.playloop.worlds.chain.simulator.TokenProgram;
import dev.playloop.worlds.chain.simulator.chain.BlockRef;
import dev.playloop.worlds.chain.simulator.chain.ChainBlock;
import dev.playloop.worlds.chain.simulator.chain.ChainControls;
import dev.playloop.worlds.chain.simulator.chain.Executed;
import dev.playloop.worlds.chain.simulator.chain.GenesisAccount;
import dev.playloop.worlds.chain.simulator.chain.SimulatedChain;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `devnet_…` methods in the shapes of starknet-devnet 0.10.1, so that who controls a devnet
/// controls this, too. Prices in WEI are told and do nothing.
final class DevnetMethods {
  private static final BigInteger U128 = BigInteger.TWO.pow(128).subtract(BigInteger.ONE);
  private static final long WEI = 1_000_000_000;
  private static final long TIME_MOST = Duration.ofDays(36_500).toSeconds();
  private static final long SECOND_MOST = 100_000_000_000L;
  private static final String TIME = "time";

  private final SimulatedChain chain;
  private final ChainControls controls;

  DevnetMethods(SimulatedChain chain) {
    this.chain = chain;
    this.controls = chain.controls();
  }

  void addTo(Map<String, RpcMethod> methods) {
    methods.put("devnet_getConfig", RpcMethod.of(_ -> config()));
    methods.put("devnet_getPredeployedAccounts", RpcMethod.of(this::accounts, "with_balance"));
    methods.put("devnet_mint", RpcMethod.of(this::mint, "address", "amount", "unit"));
    methods.put("devnet_getAccountBalance", RpcMethod.of(this::balance, "address"));
    methods.put("devnet_createBlock", RpcMethod.of(_ -> hash(controls.createBlock())));
    methods.put("devnet_abortBlocks", RpcMethod.of(this::abort, "starting_block_id"));
    methods.put("devnet_setGasPrice", RpcMethod.of(this::prices));
    methods.put("devnet_increaseTime", RpcMethod.of(this::increaseTime, TIME));
    methods.put("devnet_setTime", RpcMethod.of(this::time, TIME, "generate_block"));
  }

  private JsonNode config() {
    byte[] name = chain.queries().chainId().value().toByteArray();
    return object()
        .put("chain_id", new String(name, StandardCharsets.US_ASCII).strip())
        .put("total_accounts", chain.accounts().size())
        .put("simulator", SimulatorMethods.ABOUT);
  }

  private JsonNode accounts(RpcArguments asked) {
    boolean balances = asked.has("with_balance") && asked.flag("with_balance");
    ArrayNode all = Json.NODES.arrayNode();
    for (GenesisAccount account : chain.accounts()) {
      ObjectNode json = object().put("initial_balance", account.balance().toString());
      json.put("address", account.address().hex());
      json.put("public_key", account.publicKey().hex());
      Felt key = account.privateKey();
      json.put("private_key", key == null ? null : key.hex());
      json.set("balance", balances ? balances(account.address()) : Json.NODES.nullNode());
      all.add(json);
    }
    return all;
  }

  private ObjectNode balances(Felt account) {
    ObjectNode json = object();
    json.putObject("strk").put("amount", strk(account).toString()).put("unit", "FRI");
    json.putObject("eth").put("amount", "0").put("unit", "WEI");
    return json;
  }

  private BigInteger strk(Felt account) {
    StateCell cell = TokenProgram.balanceOf(account);
    return chain
        .queries()
        .storage(BlockRef.PRE_CONFIRMED, TokenProgram.ADDRESS, cell.key())
        .value();
  }

  private JsonNode mint(RpcArguments asked) {
    refuseWei(asked);
    Felt account = asked.felt("address");
    if (account.isZero()) {
      throw RpcError.params("address: expected another one than zero");
    }
    Executed minted = controls.mint(account, asked.number("amount", U128));
    return object()
        .put("new_balance", strk(account).toString())
        .put("unit", "FRI")
        .put("tx_hash", minted.hash().hex());
  }

  private JsonNode balance(RpcArguments asked) {
    refuseWei(asked);
    return object().put("amount", strk(asked.felt("address")).toString()).put("unit", "FRI");
  }

  private static void refuseWei(RpcArguments asked) {
    if (asked.has("unit") && !asked.text("unit").equals("FRI")) {
      throw RpcError.params("unit: expected FRI, for there is no other money here");
    }
  }

  private static JsonNode hash(ChainBlock block) {
    return object().put("block_hash", block.hash().hex());
  }

  private JsonNode abort(RpcArguments asked) {
    try {
      long from = chain.queries().block(asked.block("starting_block_id")).number();
      if (from == 0) {
        throw RpcError.devnet("Genesis block can't be aborted");
      }
      List<Felt> aborted = controls.abort(from);
      ObjectNode json = object();
      json.set("aborted", ChainJson.felts(aborted));
      return json;
    } catch (ChainRefusal refusal) {
      throw RpcError.devnet("No block found");
    }
  }

  private JsonNode prices(RpcArguments asked) {
    GasPrices now = controls.prices();
    controls.prices(
        new GasPrices(
            price(asked, "gas_price_fri", now.l1Gas()),
            price(asked, "l2_gas_price_fri", now.l2Gas()),
            price(asked, "data_gas_price_fri", now.l1DataGas())));
    if (asked.has("generate_block") && asked.flag("generate_block")) {
      controls.createBlock();
    }
    GasPrices next = controls.prices();
    return object()
        .put("gas_price_wei", WEI)
        .put("data_gas_price_wei", WEI)
        .put("l2_gas_price_wei", WEI)
        .put("gas_price_fri", next.l1Gas())
        .put("data_gas_price_fri", next.l1DataGas())
        .put("l2_gas_price_fri", next.l2Gas());
  }

  private static BigInteger price(RpcArguments asked, String name, BigInteger now) {
    if (!asked.has(name)) {
      return now;
    }
    BigInteger price = asked.number(name, U128);
    if (price.signum() == 0) {
      throw RpcError.params(name + ": expected a price above zero");
    }
    return price;
  }

  private JsonNode increaseTime(RpcArguments asked) {
    long seconds = asked.number(TIME, TIME_MOST);
    ChainBlock block = controls.increaseTime(Duration.ofSeconds(seconds));
    return object().put("timestamp_increased_by", seconds).put("block_hash", block.hash().hex());
  }

  private JsonNode time(RpcArguments asked) {
    long second = asked.number(TIME, SECOND_MOST);
    controls.time(second);
    boolean block = !asked.has("generate_block") || asked.flag("generate_block");
    String hash = block ? controls.createBlock().hash().hex() : null;
    return object().put("block_timestamp", second).put("block_hash", hash);
  }
}
