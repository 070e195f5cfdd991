package dev.playloop.worlds.chain.evm;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.AccountBook;
import dev.playloop.worlds.chain.backend.ChainMark;
import dev.playloop.worlds.chain.lane.ChainActions;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A chain of the EVM that is acted on: what a world gives to its lanes. Thread-safe.
public final class EvmChain implements AutoCloseable {
  private final EthNode node;
  private final EvmContracts contracts;
  private final EvmStyle style;

  private EvmChain(EthNode node, EvmContracts contracts, EvmStyle style) {
    this.node = node;
    this.contracts = contracts;
    this.style = style;
  }

  /// Opens no connection yet. Throws [dev.playloop.schemas.InvalidValueException] where an ABI is
  /// none.
  ///
  /// @param abis of each contract that is called, by its address, what Solidity's compiler says
  public static EvmChain at(URI rpc, Map<Felt, JsonNode> abis, EvmStyle style) {
    Map<Felt, ContractAbi> contracts = new HashMap<>();
    abis.forEach((address, abi) -> contracts.put(address, ContractAbi.read(abi)));
    return new EvmChain(EthNode.at(rpc), new EvmContracts(contracts), style);
  }

  /// The accounts of a file, whose keys are of secp256k1. Throws as [AccountBook#read].
  public static AccountBook accounts(Path file) {
    return AccountBook.read(file, EvmKey::read);
  }

  /// What this chain is now, for a profile: its id, the hash of its block 0, and of each contract
  /// the hash of its code. Throws [dev.playloop.worlds.chain.node.NodeUnavailable].
  public ChainMark mark() throws InterruptedException {
    Map<String, String> named = new HashMap<>();
    contracts.contracts().keySet().forEach(address -> named.put(address.hex(), ""));
    return new EvmBackend(node, contracts, style).mark(new ChainMark("", "", named));
  }

  /// The chain for [ChainActions]; transactions are signed for the id in the mark, whatever the
  /// node says later.
  ///
  /// @param mark what it must be
  public ChainActions.Chain acting(ChainMark mark) {
    long id = Felt.parse("id", mark.id()).toLong();
    return new ChainActions.Chain(
        new EvmBackend(node, contracts, style), new EvmSubmitter(node, contracts, style, id), mark);
  }

  @Override
  public void close() {
    node.close();
  }
}
