package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.AccountProgram;
import dev.playloop.worlds.chain.simulator.DeployerProgram;
import dev.playloop.worlds.chain.simulator.Programs;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An account that is there from the beginning.
///
/// @param privateKey what the chain tells whoever asks for its accounts; null: it doesn't know it
/// @param balance in FRI
public record GenesisAccount(
    Felt address, Felt publicKey, @Nullable Felt privateKey, BigInteger balance) {
  /// 1,000 STRK, as a devnet gives.
  private static final BigInteger BALANCE = BigInteger.TEN.pow(21);

  /// At the address where the deployer would put it, with 1,000 STRK.
  public static GenesisAccount of(Felt publicKey, @Nullable Felt privateKey) {
    Felt classHash = Programs.classHash(AccountProgram.NAME);
    Felt address = DeployerProgram.address(classHash, publicKey, List.of(publicKey));
    return new GenesisAccount(address, publicKey, privateKey, BALANCE);
  }

  public GenesisAccount withBalance(BigInteger fri) {
    return new GenesisAccount(address, publicKey, privateKey, fri);
  }

  /// Without the private key.
  @Override
  public String toString() {
    return "account " + address + " with " + balance + " FRI";
  }
}
