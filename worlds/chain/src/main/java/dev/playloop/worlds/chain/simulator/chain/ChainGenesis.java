package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.AccountProgram;
import dev.playloop.worlds.chain.simulator.BlockContext;
import dev.playloop.worlds.chain.simulator.DeployerProgram;
import dev.playloop.worlds.chain.simulator.GasPrices;
import dev.playloop.worlds.chain.simulator.Programs;
import dev.playloop.worlds.chain.simulator.Sponge;
import dev.playloop.worlds.chain.simulator.StateCell;
import dev.playloop.worlds.chain.simulator.TokenProgram;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How a chain begins: block 0, whose hash is of the chain's id and seed, and the state after it.
///
/// @param at seconds since 1970
record ChainGenesis(Felt chainId, Felt seed, long at) {
  private static final int SEED_BITS = 250;

  /// One that no other chain has.
  static Felt randomSeed() {
    return Felt.of(new BigInteger(SEED_BITS, new SecureRandom()));
  }

  /// Throws [InvalidValueException] where it is another chain's.
  void refuseOther(Felt id) {
    if (!chainId.equals(id)) {
      throw new InvalidValueException("chain id", id.hex(), chainId.hex() + " in the folder");
    }
  }

  ChainBlock block() {
    Felt hash =
        new Sponge()
            .absorb(Felt.shortString("SIMULATED_GENESIS"))
            .absorb(chainId)
            .absorb(seed)
            .absorb(Felt.of(at))
            .squeeze();
    return new ChainBlock(hash, Felt.ZERO, new BlockContext(0, at, GasPrices.STANDARD), List.of());
  }

  static Map<StateCell, Felt> state(List<GenesisAccount> accounts) {
    Map<StateCell, Felt> state = new HashMap<>();
    Felt account = Programs.classHash(AccountProgram.NAME);
    state.put(StateCell.classHash(TokenProgram.ADDRESS), Programs.classHash(TokenProgram.NAME));
    state.put(StateCell.classHash(TokenProgram.FAUCET), account);
    for (Felt deployer : DeployerProgram.ADDRESSES) {
      state.put(StateCell.classHash(deployer), Programs.classHash(DeployerProgram.NAME));
    }
    for (GenesisAccount one : accounts) {
      state.put(StateCell.classHash(one.address()), account);
      state.put(AccountProgram.keyOf(one.address()), one.publicKey());
      state.put(TokenProgram.balanceOf(one.address()), Felt.of(one.balance()));
    }
    return state;
  }
}
