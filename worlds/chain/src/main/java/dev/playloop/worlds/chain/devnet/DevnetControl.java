package dev.playloop.worlds.chain.devnet;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.RpcValue;
import dev.playloop.worlds.chain.node.RpcWire;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What only a devnet can be told. Every method throws [NodeUnavailable] where there is no answer,
/// and [NodeRefusal] where it is refused.
public final class DevnetControl {
  private final RpcWire wire;

  public DevnetControl(RpcWire wire) {
    this.wire = wire;
  }

  /// Whether the node is one: a chain to play on, that is nobody's money. Others refuse the
  /// question, each with a code of its own, or with an HTTP status, and yet answer for their chain.
  public boolean isDevnet() throws InterruptedException {
    try {
      wire.ask("devnet_getConfig", none()).field("chain_id").text();
      return true;
    } catch (NodeRefusal e) {
      return false;
    } catch (NodeUnavailable e) {
      wire.ask("starknet_chainId", none()).felt();
      return false;
    }
  }

  /// Those of its seed.
  public List<DevnetAccount> accounts() throws InterruptedException {
    return wire.ask("devnet_getPredeployedAccounts", none()).list(DevnetControl::account);
  }

  private static DevnetAccount account(RpcValue account) {
    BigInteger key = account.field("private_key").felt().value();
    return new DevnetAccount(account.field("address").felt(), KeySigner.of(key));
  }

  /// Gives it STRK.
  ///
  /// @param fri how much, below 2^63
  public void mint(Felt account, long fri) throws InterruptedException {
    wire.ask(
        "devnet_mint", none().put("address", account.hex()).put("amount", fri).put("unit", "FRI"));
  }

  /// Makes a block of what is executed; returns its hash.
  public Felt createBlock() throws InterruptedException {
    return wire.ask("devnet_createBlock", none()).field("block_hash").felt();
  }

  /// Cuts the chain: that block and all behind it are gone, with what they held.
  public List<Felt> abortBlocks(long from) throws InterruptedException {
    ObjectNode params = none();
    params.set("starting_block_id", none().put("block_number", from));
    return wire.ask("devnet_abortBlocks", params).field("aborted").felts();
  }

  /// What a unit of each gas costs from the next block on, in FRI.
  public void gasPrice(long l1Gas, long l2Gas, long l1DataGas) throws InterruptedException {
    wire.ask(
        "devnet_setGasPrice",
        none()
            .put("gas_price_fri", l1Gas)
            .put("l2_gas_price_fri", l2Gas)
            .put("data_gas_price_fri", l1DataGas)
            .put("generate_block", false));
  }

  /// The next block is of that time, and those behind it follow by the clock. A node that starts
  /// from its dump runs all transactions again, in the time of that start but for what was set so.
  public void nextBlockAt(Instant at) throws InterruptedException {
    wire.ask(
        "devnet_setTime", none().put("time", at.getEpochSecond()).put("generate_block", false));
  }

  /// Makes a block of that time.
  public void time(Instant at) throws InterruptedException {
    wire.ask("devnet_setTime", none().put("time", at.getEpochSecond()).put("generate_block", true));
  }

  /// Makes a block that is so many seconds later.
  public void increaseTime(long seconds) throws InterruptedException {
    wire.ask("devnet_increaseTime", none().put("time", seconds));
  }

  private static ObjectNode none() {
    return Json.NODES.objectNode();
  }
}
