package dev.playloop.worlds.chain.declare;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.crypto.ContractAddress;
import java.util.ArrayList;
import java.util.List;

/// OpenZeppelin's deployer, a contract that Starknet's networks and devnets have at the same
/// address: an ordinary call of it makes a contract of a declared class. Which contract that is
/// does not depend on who calls, so that it can be known before, and a second call fails.
///
/// @param salt tells apart contracts of one class with the same arguments
public record UniversalDeployer(Felt classHash, Felt salt, List<Felt> calldata) {
  public static final Felt ADDRESS =
      Felt.hex("0x2ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125");

  public UniversalDeployer {
    calldata = List.copyOf(calldata);
  }

  /// Makes the contract, whose constructor gets the calldata.
  public ContractCall call() {
    List<Felt> words = new ArrayList<>(List.of(classHash, salt, Felt.ZERO));
    words.add(Felt.of(calldata.size()));
    words.addAll(calldata);
    return new ContractCall(ADDRESS, "deploy_contract", words);
  }

  /// Where the contract lies then.
  public Felt address() {
    return ContractAddress.of(Felt.ZERO, salt, classHash, calldata);
  }
}
