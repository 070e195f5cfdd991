package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.chain.simulator.Programs;
import dev.playloop.worlds.chain.simulator.chain.BlockRef;
import dev.playloop.worlds.chain.simulator.chain.Executed;
import dev.playloop.worlds.chain.simulator.chain.SimulatedChain;
import dev.playloop.worlds.eternum.deploy.DeployedContract;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Brings the game's Java contracts to a simulated chain that was started with
/// [GameRules#programs]. The admin pays and needs not sign, for the chain is ours.
public final class SimulatedGame {
  private static final String WORLD = "world";

  private final SimulatedChain chain;
  private final Felt admin;
  private final Map<String, DeployedContract> contracts = new TreeMap<>();

  private SimulatedGame(SimulatedChain chain, Felt admin) {
    this.chain = chain;
    this.admin = admin;
  }

  /// To be called once in a chain's life. Throws
  /// [dev.playloop.worlds.chain.simulator.chain.ChainRefusal] where the chain has it already.
  public static DeployedGame deploy(SimulatedChain chain, Felt admin) {
    return new SimulatedGame(chain, admin).run();
  }

  private DeployedGame run() {
    Felt world = put(WORLD, List.of(admin));
    List<ContractCall> calls = new ArrayList<>();
    for (ContractProgram program : GameRules.programs().values()) {
      String name = program.name();
      if (!name.equals(WORLD)) {
        Felt address =
            put(
                name,
                switch (name) {
                  case SetupSystem.NAME -> List.of(world, admin);
                  case VrfProvider.NAME -> List.<Felt>of();
                  default -> List.of(world);
                });
        calls.add(new ContractCall(world, "register", List.of(Felt.shortString(name), address)));
      }
    }
    Executed registered = chain.controls().foreignWrite(admin, calls);
    if (registered.reverted() != null) {
      throw new IllegalStateException("the game is not registered: " + registered.reverted());
    }
    Felt genesis = chain.queries().block(new BlockRef.Numbered(0)).hash();
    return new DeployedGame(chain.queries().chainId(), genesis, contracts);
  }

  private Felt put(String name, List<Felt> constructor) {
    Felt address = chain.controls().deploy(name, Felt.shortString(name), constructor);
    contracts.put(name, new DeployedContract(address, Programs.classHash(name)));
    return address;
  }
}
