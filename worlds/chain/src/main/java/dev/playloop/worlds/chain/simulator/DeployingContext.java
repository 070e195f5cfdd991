package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;

/// What the deployer's contract can do besides.
interface DeployingContext extends ContractContext {
  /// Puts a contract of a class to an address, without its constructor. Throws [ContractPanic]
  /// where there is no such class, or the address is taken.
  void install(Felt contract, Felt classHash);
}
