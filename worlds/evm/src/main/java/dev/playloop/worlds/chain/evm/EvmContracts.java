package dev.playloop.worlds.chain.evm;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import java.util.List;
import java.util.Map;

/// The contracts that are called, by address, and the bytes of calls of them. Immutable.
record EvmContracts(Map<Felt, ContractAbi> contracts) {
  EvmContracts {
    contracts = Map.copyOf(contracts);
  }

  /// What a transaction carries, or why there is none.
  sealed interface Cargo {
    /// @param to an address of 40 digits
    /// @param data `0x` and hex
    record Loaded(String to, String data) implements Cargo {}

    record Refused(String why) implements Cargo {}
  }

  /// All the calls or none: an account of this kind makes one call a transaction.
  Cargo load(List<ContractCall> calls) {
    if (calls.size() != 1) {
      return new Cargo.Refused(
          "an account of this chain makes one call a transaction, and not " + calls.size());
    }
    ContractCall call = calls.getFirst();
    ContractAbi abi = contracts.get(call.to());
    if (abi == null || !EvmAddress.isOne(call.to())) {
      return new Cargo.Refused("contract " + call.to() + " is none that is known here");
    }
    return switch (abi.encode(call.entrypoint(), call.calldata())) {
      case ContractAbi.Encoding.Refused(String why) -> new Cargo.Refused(why);
      case ContractAbi.Encoding.Encoded(String data) ->
          new Cargo.Loaded(EvmAddress.text(call.to()), data);
    };
  }
}
