package dev.playloop.worlds.eternum.deploy;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.declare.UniversalDeployer;
import dev.playloop.worlds.chain.node.BlockHeader;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.simulator.Programs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Brings the game's contracts to a chain. Each address follows from class, arguments and a fixed
/// salt, so a run that was killed anywhere is repeated: what is there is found, what is missing is
/// made. Used by one thread.
public final class GameDeployment {
  /// STRK, at its address on every network: a call that any account can make.
  private static final Felt FEE_TOKEN =
      Felt.hex("0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d");

  private static final String SETUP = "setup";
  private static final String VRF = "vrf_provider";

  private final AdminAccount admin;
  private final List<GameClass> classes;
  private final boolean declares;

  private GameDeployment(AdminAccount admin, List<GameClass> classes, boolean declares) {
    this.admin = admin;
    this.classes = classes;
    this.declares = declares;
  }

  /// The game with all of its contracts registered; its admin is the account. Throws
  /// [DeploymentFailed], and [dev.playloop.worlds.chain.node.NodeUnavailable] where the node does
  /// not answer.
  public static DeployedGame by(AdminAccount admin) throws InterruptedException {
    return new GameDeployment(admin, GameClasses.all(), true).run();
  }

  /// The same on a simulated chain, which knows classes in Java by the contracts' names.
  public static DeployedGame simulated(AdminAccount admin) throws InterruptedException {
    List<GameClass> classes =
        GameClasses.all().stream()
            .map(one -> new GameClass(one.name(), Programs.classHash(one.name()), Felt.ZERO))
            .toList();
    return new GameDeployment(admin, classes, false).run();
  }

  /// The deployer's address is part of the world's, by its arguments. An address takes a while to
  /// find out.
  private record Planned(GameClass declared, UniversalDeployer deployment, Felt address) {
    static Planned of(GameClass declared, List<Felt> arguments) {
      Felt salt = Felt.shortString(declared.name());
      UniversalDeployer deployment = new UniversalDeployer(declared.classHash(), salt, arguments);
      return new Planned(declared, deployment, deployment.address());
    }
  }

  private DeployedGame run() throws InterruptedException {
    List<Planned> plan = plan();
    Felt world = plan.getFirst().address();
    List<Planned> missing = new ArrayList<>();
    for (Planned planned : plan) {
      if (!isThere(planned)) {
        missing.add(planned);
      }
    }
    if (!missing.isEmpty()) {
      if (declares) {
        declare(missing);
      }
      admin.invoke(missing.stream().map(planned -> planned.deployment().call()).toList());
    }
    register(world, plan);
    Map<String, DeployedContract> contracts = new TreeMap<>();
    for (Planned planned : plan) {
      contracts.put(
          planned.declared().name(),
          new DeployedContract(planned.address(), planned.declared().classHash()));
    }
    BlockHeader genesis = admin.node().block(0);
    if (genesis == null) {
      throw new DeploymentFailed("the chain has no block 0");
    }
    return new DeployedGame(admin.chainId(), genesis.hash(), contracts);
  }

  private List<Planned> plan() {
    Planned world = Planned.of(classes.getFirst(), List.of(admin.address()));
    List<Planned> plan = new ArrayList<>(List.of(world));
    for (GameClass one : classes.subList(1, classes.size())) {
      plan.add(
          Planned.of(
              one,
              switch (one.name()) {
                case SETUP -> List.of(world.address(), admin.address());
                case VRF -> List.<Felt>of();
                default -> List.of(world.address());
              }));
    }
    return plan;
  }

  private boolean isThere(Planned planned) throws InterruptedException {
    Felt found = admin.node().classHashAt(planned.address());
    return found != null && found.equals(planned.declared().classHash());
  }

  private void declare(List<Planned> missing) throws InterruptedException {
    ContractCall probe = new ContractCall(FEE_TOKEN, "balanceOf", List.of(admin.address()));
    ResourceBounds prices = admin.prices(List.of(probe));
    for (Planned planned : missing) {
      admin.declare(planned.declared(), prices);
    }
  }

  private void register(Felt world, List<Planned> plan) throws InterruptedException {
    List<ContractCall> calls = new ArrayList<>();
    for (Planned planned : plan.subList(1, plan.size())) {
      Felt name = Felt.shortString(planned.declared().name());
      List<Felt> known =
          admin.node().call(new ContractCall(world, "contract", List.of(name)), BlockTag.LATEST);
      if (!known.equals(List.of(planned.address()))) {
        calls.add(new ContractCall(world, "register", List.of(name, planned.address())));
      }
    }
    if (!calls.isEmpty()) {
      admin.invoke(calls);
    }
  }
}
