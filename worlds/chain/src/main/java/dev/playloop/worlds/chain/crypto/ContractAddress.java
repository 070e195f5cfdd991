package dev.playloop.worlds.chain.crypto;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.List;

/// Where a contract comes to lie, which is known before it is deployed. Source: Starknet's
/// documentation, "Contract address".
public final class ContractAddress {
  private static final Felt PREFIX = Felt.shortString("STARKNET_CONTRACT_ADDRESS");
  private static final BigInteger BOUND = BigInteger.TWO.pow(251).subtract(BigInteger.valueOf(256));

  private ContractAddress() {}

  /// @param deployer zero where the address should not depend on who deploys it
  public static Felt of(Felt deployer, Felt salt, Felt classHash, List<Felt> calldata) {
    Felt hash = Pedersen.hash(List.of(PREFIX, deployer, salt, classHash, Pedersen.hash(calldata)));
    return Felt.of(hash.value().mod(BOUND));
  }
}
