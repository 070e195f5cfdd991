package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import java.util.List;

/// A class of contracts that the simulated chain runs, in Java instead of Cairo. Immutable: what an
/// instance keeps lies in its storage.
public interface ContractProgram {
  /// Its name, from which the simulated chain makes its class hash.
  String name();

  /// Its ABI as JSON text, for clients that ask for the class.
  default String abi() {
    return "[]";
  }

  /// Runs an entrypoint, the constructor by the selector of `constructor`. Throws [ContractPanic].
  List<Felt> call(ContractContext context, Felt selector, List<Felt> calldata);
}
